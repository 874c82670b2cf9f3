import { f32, type MetadataValue, numbers, u32 } from '../../gguf/format.ts'
import type { HfConfig } from '../config.ts'
import { ConversionRefusal } from '../refusal.ts'
import { mapName, type NameMap } from '../tensors/names.ts'
import type { Architecture } from './architecture.ts'
import { attentionOf, DECODER_NAMES, decoderMetadata, isDerived, isTiedOutput } from './decoder.ts'
import { type Rope, ropeMetadata, ropeOf } from './rope.ts'

const NAMES: NameMap = {
  ...DECODER_NAMES,
  'model.layers.#.post_attention_layernorm': 'blk.#.post_attention_norm',
  'model.layers.#.pre_feedforward_layernorm': 'blk.#.ffn_norm',
  'model.layers.#.post_feedforward_layernorm': 'blk.#.post_ffw_norm',
}

export const gemma2 = gemma('gemma2', NAMES, {
  rope: (config) => ropeOf(config),
  metadata: (config) => [
    ['gemma2.attn_logit_softcapping', f32(config.number('attn_logit_softcapping'))],
    ['gemma2.final_logit_softcapping', f32(config.number('final_logit_softcapping'))],
    ['gemma2.attention.sliding_window', u32(config.count('sliding_window'))],
    ...windowPattern('gemma2', config, 2),
  ],
  specialScaleLayers: 46,
})

/** The bare decoder of Gemma 3; what it sees with is another file's. */
export const gemma3 = gemma(
  'gemma3',
  {
    ...NAMES,
    'model.layers.#.self_attn.q_norm': 'blk.#.attn_q_norm',
    'model.layers.#.self_attn.k_norm': 'blk.#.attn_k_norm',
  },
  {
    rope: (config) => ({ localTheta: 10_000, ...withoutNull(ropeOf(config, 1_000_000)) }),
    metadata: (config) => {
      if (config.optional('attn_logit_softcapping') !== null) {
        throw new ConversionRefusal("llama.cpp's gemma3 has no attn_logit_softcapping.")
      }
      const cap = config.optional('final_logit_softcapping')
      return [
        ...(cap === null ? [] : [['gemma3.final_logit_softcapping', f32(cap)] as const]),
        ['gemma3.attention.sliding_window', u32(config.count('sliding_window'))],
        ...windowPattern('gemma3', config, 6),
      ]
    },
    specialScaleLayers: 62,
  },
)

interface Family {
  rope(config: HfConfig): Rope
  metadata(config: HfConfig): readonly (readonly [string, MetadataValue])[]
  /** The 27B models scale queries by the width over the heads; llama.cpp knows them by their layers. */
  readonly specialScaleLayers: number
}

function gemma(name: string, names: NameMap, family: Family): Architecture {
  return {
    name,
    *metadata({ config }) {
      checkScale(name, config, family)
      yield* decoderMetadata(name, config, 'gelu')
      yield* ropeMetadata(name, config, family.rope(config))
      yield* family.metadata(config)
    },
    take(source, _, { config }) {
      if (isDerived(source) || isTiedOutput(source, config, true)) return null
      const { target } = mapName(source, names, attentionOf(config).layers)
      // Gemma keeps a norm's weights as their difference from 1.
      return target.endsWith('norm.weight') ? { target, source, shift: 1 } : { target, source }
    },
  }
}

function checkScale(name: string, config: HfConfig, { specialScaleLayers }: Family): void {
  const { layers, heads, headSize } = attentionOf(config)
  const runs = layers === specialScaleLayers ? Math.floor(config.count('hidden_size') / heads) : headSize
  const wants = config.number('query_pre_attn_scalar', runs)
  if (wants !== runs) {
    throw new ConversionRefusal(`config.json scales queries by ${wants}; llama.cpp's ${name} by ${runs}.`)
  }
}

/** Which layers attend to a window only, where they aren't llama.cpp's own `usual` rhythm: all but every so manieth. */
function windowPattern(name: string, config: HfConfig, usual: number): [string, MetadataValue][] {
  const key = `${name}.attention.sliding_window_pattern`
  const types = config.value('layer_types')
  if (Array.isArray(types)) {
    const windows = types.map((type) => (type === 'sliding_attention' ? 1 : 0))
    const isUsual = windows.every((window, i) => window === ((i + 1) % usual === 0 ? 0 : 1))
    return isUsual ? [] : [[key, numbers('u32', windows)]]
  }
  const every = config.count('sliding_window_pattern', usual)
  return every === usual ? [] : [[key, u32(every)]]
}

function withoutNull({ localTheta, ...rope }: Rope): Omit<Rope, 'localTheta'> & { localTheta?: number } {
  return localTheta === null ? rope : { ...rope, localTheta }
}
