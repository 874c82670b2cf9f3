import { f32, type MetadataValue, string, u32 } from '../../gguf/format.ts'
import { finite, type HfConfig } from '../config.ts'
import { isObject, type JsonObject } from '../read-json.ts'
import { ConversionRefusal } from '../refusal.ts'
import type { ComputedTensor } from '../tensors/recipe.ts'

/** Rotary position embedding, as a configuration of any age says it. */
export interface Rope {
  /** `default`, `linear`, `yarn`, `llama3`, `longrope`, `dynamic`. */
  readonly type: string
  readonly theta: number
  /** In layers that attend to a window only; null: as elsewhere. */
  readonly localTheta: number | null
  readonly scaling: JsonObject
}

/** transformers 5 has one object for all of it, with one in it for each kind of layer; before that it was spread. */
export function ropeOf(config: HfConfig, otherwise = 10_000): Rope {
  const parameters = config.object('rope_parameters') ?? config.object('rope_scaling') ?? {}
  const { full_attention: full, sliding_attention: sliding } = parameters
  const scaling = isObject(full) ? full : parameters
  const { rope_type, type = rope_type } = scaling
  const named = rope_type ?? type ?? 'default'
  const localTheta = isObject(sliding) ? finite(sliding.rope_theta) : config.optional('rope_local_base_freq')
  return {
    type: named === 'su' ? 'longrope' : String(named),
    theta: finite(scaling.rope_theta) ?? config.optional('rope_theta') ?? otherwise,
    localTheta,
    scaling,
  }
}

/**
 * The metadata that llama.cpp's loader reads. What is in a tensor instead is left out.
 * Throws `ConversionRefusal` for a kind of scaling that it doesn't know.
 */
export function* ropeMetadata(name: string, config: HfConfig, rope: Rope): Iterable<[string, MetadataValue]> {
  const { type, scaling } = rope
  yield [`${name}.rope.freq_base`, f32(rope.theta)]
  if (rope.localTheta !== null) yield [`${name}.rope.freq_base_swa`, f32(rope.localTheta)]
  if (type === 'default' || type === 'llama3') return
  if (type !== 'linear' && type !== 'yarn') throw new ConversionRefusal(`llama.cpp can't scale positions by ${type}.`)
  yield [`${name}.rope.scaling.type`, string(type)]
  yield [`${name}.rope.scaling.factor`, f32(required(scaling, 'factor'))]
  if (type === 'linear') return
  const original = finite(scaling.original_max_position_embeddings) ?? config.count('max_position_embeddings')
  yield [`${name}.rope.scaling.original_context_length`, u32(original)]
  for (const [key, value] of Object.entries({
    yarn_ext_factor: scaling.extrapolation_factor,
    yarn_attn_factor: scaling.attention_factor ?? scaling.attn_factor,
    yarn_beta_fast: scaling.beta_fast,
    yarn_beta_slow: scaling.beta_slow,
  })) {
    const number = finite(value)
    if (number !== null) yield [`${name}.rope.scaling.${key}`, f32(number)]
  }
}

/**
 * Llama 3.1's scaling as a factor for each frequency: high ones stay, low ones are slowed down, and between them it
 * goes over smoothly (transformers, modeling_rope_utils.py). Empty for every other kind.
 */
export function llama3Factors(rope: Rope, headSize: number): ComputedTensor[] {
  if (rope.type !== 'llama3') return []
  const factor = required(rope.scaling, 'factor')
  const low = required(rope.scaling, 'low_freq_factor')
  const high = required(rope.scaling, 'high_freq_factor')
  const original = required(rope.scaling, 'original_max_position_embeddings')
  const values = Float32Array.from({ length: headSize / 2 }, (_, i) => {
    const turns = (original / (2 * Math.PI)) * rope.theta ** ((-2 * i) / headSize)
    if (turns > high) return 1
    if (turns < low) return factor
    const smooth = (turns - low) / (high - low)
    return 1 / ((1 - smooth) / factor + smooth)
  })
  return [{ target: 'rope_freqs.weight', values }]
}

function required(scaling: JsonObject, key: string): number {
  const value = finite(scaling[key])
  if (value === null) throw new ConversionRefusal(`the rope scaling of config.json has no ${key}.`)
  return value
}
