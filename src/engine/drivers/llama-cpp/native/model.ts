import koffi from 'koffi'
import type { LoadedModel } from '../../../driver.ts'
import { type LlamaApi, onPool, type Pointer } from './api.ts'
import type { Vocabulary } from './vocabulary.ts'

/** `llama_progress_callback`: the fraction done, and a pointer that is of no use here; false would end the load. */
const PROGRESS_CALLBACK = koffi.pointer(koffi.proto('bool llama_progress_callback(float progress, void *user_data)'))

/**
 * Loads a GGUF file. Resolves with `null` when llama.cpp refuses it; its reason is in the log it wrote.
 * @param onProgress called with 0 to 1, at most once a percent
 */
export async function loadModel(
  api: LlamaApi,
  path: string,
  gpuLayers: number,
  onProgress: (fraction: number) => void,
): Promise<Pointer> {
  let shown = -1
  const progress = koffi.register((fraction: number) => {
    const percent = Math.floor(fraction * 100)
    if (percent > shown) {
      shown = percent
      onProgress(fraction)
    }
    return true
  }, PROGRESS_CALLBACK)
  try {
    const params = api.llama_model_default_params()
    return await onPool(api.llama_model_load_from_file, path, {
      ...params,
      n_gpu_layers: gpuLayers,
      progress_callback: progress,
    })
  } finally {
    koffi.unregister(progress)
  }
}

/** What llama.cpp knows about a loaded model. */
export function describeModel(
  api: LlamaApi,
  model: Pointer,
  vocabulary: Vocabulary,
  engineVersion: string,
): LoadedModel {
  return {
    chatTemplate: api.llama_model_chat_template(model, null),
    bosToken: vocabulary.spelling(vocabulary.bos),
    eosToken: vocabulary.spelling(api.llama_vocab_eos(vocabulary.handle)),
    addsBos: vocabulary.addsBos,
    description: text((buffer) => api.llama_model_desc(model, buffer, buffer.length)),
    parameters: Number(api.llama_model_n_params(model)),
    sizeBytes: Number(api.llama_model_size(model)),
    vocabularyTokens: vocabulary.size,
    trainedContextTokens: api.llama_model_n_ctx_train(model),
    engineVersion,
  }
}

/** What a model is for: its file says so by how it pools (`enum llama_pooling_type`) and attends. */
export type Purpose = 'generate' | 'embed' | 'rerank'

export function purposeOf(api: LlamaApi, model: Pointer): Purpose {
  const architecture = metadata(api, model, 'general.architecture')
  const pooling = Number(metadata(api, model, `${architecture}.pooling_type`))
  if (pooling === POOLING_RANK) return 'rerank'
  const causal = metadata(api, model, `${architecture}.attention.causal`) !== 'false'
  return pooling > 0 || !causal || api.llama_model_has_encoder(model) ? 'embed' : 'generate'
}

const POOLING_RANK = 4

/** Numbers that one text comes to: the vector's size, or the classifier's outputs. */
export function outputSizeOf(api: LlamaApi, model: Pointer, purpose: Purpose): number {
  return purpose === 'rerank' ? api.llama_model_n_cls_out(model) : api.llama_model_n_embd_out(model)
}

function metadata(api: LlamaApi, model: Pointer, key: string): string {
  return text((buffer) => api.llama_model_meta_val_str(model, key, buffer, buffer.length))
}

/** Reads a C string through a caller-owned buffer; empty when the call reports failure. */
function text(fill: (buffer: Uint8Array) => number): string {
  const buffer = new Uint8Array(1024)
  const length = fill(buffer)
  return length < 0 ? '' : Buffer.from(buffer.subarray(0, Math.min(length, buffer.length - 1))).toString('utf8')
}
