import type { KvType } from '../../../../core/placement.ts'
import { kvBytes } from '../kv-bytes.ts'
import type { LlamaApi, Pointer } from './api.ts'
import { metadata } from './model.ts'

/**
 * Bytes of KV cache for each token: layers × KV heads × (key length + value length) × bytes of a number, as
 * `llama_kv_cache` allocates it. `null` for models that keep something else (recurrent ones, compressed attention).
 * @param headLayers MTP layers that have a cache, too
 */
export function kvBytesPerToken(api: LlamaApi, model: Pointer, type: KvType, headLayers = 0): number | null {
  const architecture = metadata(api, model, 'general.architecture')
  const number = (key: string) => Number(metadata(api, model, `${architecture}.attention.${key}`))
  if (api.llama_model_is_recurrent(model) || api.llama_model_is_hybrid(model) || number('kv_lora_rank') > 0) return null
  const headLength = api.llama_model_n_embd(model) / api.llama_model_n_head(model)
  const lengths = (number('key_length') || headLength) + (number('value_length') || headLength)
  return (api.llama_model_n_layer(model) + headLayers) * api.llama_model_n_head_kv(model) * lengths * kvBytes(type)
}
