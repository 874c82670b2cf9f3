import koffi from 'koffi'
import type { LoadedModel } from '../../../driver.ts'
import { type LlamaApi, onPool, type Pointer } from './api.ts'
import type { Vocabulary } from './vocabulary.ts'

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
  const progress = koffi.register(
    (fraction: number) => {
      const percent = Math.floor(fraction * 100)
      if (percent > shown) {
        shown = percent
        onProgress(fraction)
      }
      return true
    },
    koffi.pointer(koffi.proto('bool llama_progress_callback(float progress, void *user_data)')),
  )
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

/** Why this model can't continue text; `null` when it can. */
export function whyNotGenerative(api: LlamaApi, model: Pointer): string | null {
  if (api.llama_model_has_encoder(model)) return 'it is an encoder model'
  const architecture = metadata(api, model, 'general.architecture')
  return metadata(api, model, `${architecture}.attention.causal`) === 'false' ? 'it is an embedding model' : null
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
