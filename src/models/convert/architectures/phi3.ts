import { f32, type MetadataValue, u32 } from '../../gguf/format.ts'
import { finite, type HfConfig } from '../config.ts'
import { ConversionRefusal } from '../refusal.ts'
import { mapName, type NameMap } from '../tensors/names.ts'
import type { ComputedTensor } from '../tensors/recipe.ts'
import type { Architecture } from './architecture.ts'
import { attentionOf, DECODER_NAMES, decoderMetadata, isDerived, isTiedOutput } from './decoder.ts'
import { ropeMetadata, ropeOf } from './rope.ts'

/** Phi keeps query, key and value in one matrix, and gate and up in another; so does llama.cpp. */
const NAMES: NameMap = {
  ...DECODER_NAMES,
  'model.layers.#.self_attn.qkv_proj': 'blk.#.attn_qkv',
  'model.layers.#.mlp.gate_up_proj': 'blk.#.ffn_up',
}

/** Phi 3 and 4. Positions beyond the original context are scaled by two lists of factors (LongRoPE). */
export const phi3: Architecture = {
  name: 'phi3',
  *metadata({ config, warnings }) {
    const { headSize } = attentionOf(config)
    yield* decoderMetadata('phi3', config)
    yield ['phi3.rope.dimension_count', u32(rotated(config, headSize))]
    yield ['phi3.rope.scaling.original_context_length', u32(originalContext(config))]
    const rope = ropeOf(config)
    if (rope.type === 'longrope') yield ['phi3.rope.freq_base', f32(rope.theta)]
    else yield* ropeMetadata('phi3', config, rope)
    yield* attentionFactor(config)
    const window = config.optional('sliding_window') ?? 0
    // Zero tells Phi 4 from Phi 3.
    yield ['phi3.attention.sliding_window', u32(window)]
    if (window > 0 && window < config.count('max_position_embeddings')) {
      warnings.push(`The original attends to the last ${window} tokens only; llama.cpp attends to all of them.`)
    }
  },
  take(source, _, { config }) {
    if (isDerived(source) || isTiedOutput(source, config, false)) return null
    return { target: mapName(source, NAMES, attentionOf(config).layers).target, source }
  },
  compute: ({ config }) => longFactors(config),
}

function rotated(config: HfConfig, headSize: number): number {
  const share = finite(ropeOf(config).scaling.partial_rotary_factor) ?? config.number('partial_rotary_factor', 1)
  return Math.trunc(headSize * share)
}

function originalContext(config: HfConfig): number {
  const inScaling = finite(ropeOf(config).scaling.original_max_position_embeddings)
  return inScaling ?? config.count('original_max_position_embeddings', config.count('max_position_embeddings'))
}

/** LongRoPE also makes attention sharper, by how much longer the context is than it was (transformers, longrope). */
function* attentionFactor(config: HfConfig): Iterable<[string, MetadataValue]> {
  const { type, scaling } = ropeOf(config)
  if (type !== 'longrope') return
  const original = originalContext(config)
  const longer = config.count('max_position_embeddings') / original
  const factor = longer > 1 ? Math.sqrt(1 + Math.log(longer) / Math.log(original)) : 1
  yield ['phi3.rope.scaling.attn_factor', f32(finite(scaling.attention_factor) ?? factor)]
}

function longFactors(config: HfConfig): ComputedTensor[] {
  const { type, scaling } = ropeOf(config)
  if (type !== 'longrope') return []
  const size = rotated(config, attentionOf(config).headSize) / 2
  return ['long', 'short'].map((length) => {
    const factors = scaling[`${length}_factor`]
    if (!Array.isArray(factors) || factors.length !== size || factors.some((factor) => finite(factor) === null)) {
      throw new ConversionRefusal(`the rope scaling of config.json needs ${size} numbers as ${length}_factor.`)
    }
    return { target: `rope_factors_${length}.weight`, values: Float32Array.from(factors) }
  })
}
