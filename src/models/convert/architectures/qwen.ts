import { u32 } from '../../gguf/format.ts'
import { mapName, type NameMap } from '../tensors/names.ts'
import type { Architecture } from './architecture.ts'
import { attentionOf, DECODER_NAMES, decoderMetadata, isDerived, isTiedOutput } from './decoder.ts'
import { POOLING } from './pooling.ts'
import { ropeMetadata, ropeOf } from './rope.ts'

export const qwen2 = qwen('qwen2', DECODER_NAMES)

/** Qwen 3 norms each head's query and key, and may pool what it makes into an embedding. */
export const qwen3 = qwen('qwen3', {
  ...DECODER_NAMES,
  'model.layers.#.self_attn.q_norm': 'blk.#.attn_q_norm',
  'model.layers.#.self_attn.k_norm': 'blk.#.attn_k_norm',
})

function qwen(name: string, names: NameMap): Architecture {
  return {
    name,
    *metadata({ config, pooling, warnings }) {
      yield* decoderMetadata(name, config)
      yield* ropeMetadata(name, config, ropeOf(config))
      if (pooling !== null) yield [`${name}.pooling_type`, u32(POOLING[pooling])]
      if (config.flag('use_sliding_window', false)) {
        warnings.push('The original attends to a sliding window in some layers; llama.cpp attends to all tokens.')
      }
    },
    take(source, _, { config }) {
      if (isDerived(source) || isTiedOutput(source, config, false)) return null
      return { target: mapName(source, names, attentionOf(config).layers).target, source }
    },
  }
}
