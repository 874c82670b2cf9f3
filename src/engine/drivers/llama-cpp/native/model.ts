import type { ComputeUnit } from '../../../../core/compute/compute.ts'
import type { LoadMode, SplitMode } from '../../../../core/placement.ts'
import type { LoadedModel } from '../../../driver.ts'
import koffi from '../../../native/koffi.ts'
import { chooseDevices } from '../choose-devices.ts'
import { type LlamaApi, onPool, type Pointer } from './api.ts'
import { listDevices } from './devices.ts'
import { allocateFloats, allocateList } from './memory.ts'
import { hasNestedEmbeddings } from './nested-embeddings.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Where a model's weights go. */
export interface ModelPlacement {
  readonly gpuLayers: number
  readonly loadMode: LoadMode
  readonly splitMode: SplitMode
  readonly mainGpu: number
  readonly tensorSplit: readonly number[]
  /** Accelerators that may be used; `null`: all. */
  readonly units: readonly ComputeUnit[] | null
}

/** `enum llama_load_mode`. */
const LOAD_MODE_VALUES: Readonly<Record<LoadMode, number>> = { auto: -1, read: 0, mmap: 1, mlock: 2, direct: 4 }

/** `enum llama_split_mode`. */
const SPLIT_MODE_VALUES: Readonly<Record<SplitMode, number>> = { none: 0, layer: 1, row: 2 }

/** llama.cpp reads as many shares as it could have devices (`llama_max_devices`, 16): the others are 0. */
const MAX_DEVICES = 16

/** `llama_progress_callback`: the fraction done, and a pointer that is of no use here; false would end the load. */
const PROGRESS_CALLBACK = koffi.pointer(koffi.proto('bool llama_progress_callback(float progress, void *user_data)'))

/**
 * Loads a GGUF file. Resolves with `null` when llama.cpp refuses it; its reason is in the log it wrote. Rejects with an
 * Error in words for an accelerator that isn't there.
 * @param onProgress called with 0 to 1, at most once a percent
 * @param withHead its MTP layers, too
 */
export async function loadModel(
  api: LlamaApi,
  path: string,
  placement: ModelPlacement,
  onProgress: (fraction: number) => void,
  withHead = false,
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
      n_gpu_layers: placement.gpuLayers,
      load_mode: LOAD_MODE_VALUES[placement.loadMode],
      split_mode: SPLIT_MODE_VALUES[placement.splitMode],
      main_gpu: placement.mainGpu,
      tensor_split: tensorSplit(placement.tensorSplit),
      devices: placement.units === null ? null : deviceList(api, placement.units),
      progress_callback: progress,
      load_mtp: withHead,
    })
  } finally {
    koffi.unregister(progress)
  }
}

/** Throws an Error in words for a unit that isn't there. */
function deviceList(api: LlamaApi, units: readonly ComputeUnit[]): Pointer {
  return allocateList(chooseDevices(listDevices(api), units).map((position) => api.ggml_backend_dev_get(position)))
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
    toolTemplate: api.llama_model_chat_template(model, 'tool_use'),
    bosToken: vocabulary.spelling(vocabulary.bos),
    eosToken: vocabulary.spelling(api.llama_vocab_eos(vocabulary.handle)),
    addsBos: vocabulary.addsBos,
    description: text((buffer) => api.llama_model_desc(model, buffer, buffer.length)),
    parameters: Number(api.llama_model_n_params(model)),
    sizeBytes: Number(api.llama_model_size(model)),
    vocabularyTokens: vocabulary.size,
    trainedContextTokens: api.llama_model_n_ctx_train(model),
    ...fillIn(api, vocabulary),
    nestedEmbeddings: hasNestedEmbeddings(metadata(api, model, 'general.name')),
    engineVersion,
  }
}

/** A model fills gaps only if it has a token for each of the three places. */
function fillIn(api: LlamaApi, vocabulary: Vocabulary): Pick<LoadedModel, 'fillInTokens'> {
  const [prefix, suffix, middle] = [api.llama_vocab_fim_pre, api.llama_vocab_fim_suf, api.llama_vocab_fim_mid].map(
    (token) => vocabulary.spelling(token(vocabulary.handle)),
  )
  return prefix && suffix && middle ? { fillInTokens: { prefix, suffix, middle } } : {}
}

/** Whether positions are learned one by one (`LLAMA_ROPE_TYPE_NONE`), as BERT's are. */
export function hasAbsolutePositions(api: LlamaApi, model: Pointer): boolean {
  return api.llama_model_rope_type(model) === -1 && !api.llama_model_is_recurrent(model)
}

/** A recurrent or hybrid model keeps a state besides its cells, which can't be cut back to an earlier token. */
export function keepsState(api: LlamaApi, model: Pointer): boolean {
  return api.llama_model_is_recurrent(model) || api.llama_model_is_hybrid(model)
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

/** A metadata value of the file as text; empty when it has none of that key. */
export function metadata(api: LlamaApi, model: Pointer, key: string): string {
  return text((buffer) => api.llama_model_meta_val_str(model, key, buffer, buffer.length))
}

/** Reads a C string through a caller-owned buffer; empty when the call reports failure. */
function text(fill: (buffer: Uint8Array) => number): string {
  const buffer = new Uint8Array(1024)
  const length = fill(buffer)
  return length < 0 ? '' : Buffer.from(buffer.subarray(0, Math.min(length, buffer.length - 1))).toString('utf8')
}

function tensorSplit(shares: readonly number[]): Pointer {
  if (shares.length === 0) return null
  const { pointer, view } = allocateFloats(MAX_DEVICES)
  view.set(shares.slice(0, MAX_DEVICES))
  return pointer
}
