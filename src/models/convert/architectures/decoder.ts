import { bool, f32, type MetadataValue, u32 } from '../../gguf/format.ts'
import type { HfConfig } from '../config.ts'
import { ConversionRefusal } from '../refusal.ts'

/** Numbers of one width or another that most decoders share. */
export interface Attention {
  readonly layers: number
  readonly heads: number
  readonly kvHeads: number
  readonly headSize: number
}

/** Far above any real one; what is computed of it must not fill the memory. */
const LARGEST_HEAD = 65_536

/** Throws `ConversionRefusal` for numbers that no model has. */
export function attentionOf(config: HfConfig): Attention {
  const heads = config.count('num_attention_heads')
  const headSize = config.count('head_dim', config.count('hidden_size') / heads)
  if (headSize > LARGEST_HEAD) throw new ConversionRefusal(`config.json says head_dim is ${headSize}.`)
  return {
    layers: config.count('num_hidden_layers'),
    heads,
    kvHeads: config.count('num_key_value_heads', heads),
    headSize,
  }
}

/** What is between the two halves of a feed-forward layer, by transformers' names. */
const ACTIVATIONS = { silu: ['silu', 'swish'], gelu: ['gelu_pytorch_tanh', 'gelu_new'] } as const

/**
 * What every decoder's file says, under its architecture's name. Throws `ConversionRefusal` for another activation
 * than llama.cpp has in models of this kind.
 */
export function* decoderMetadata(
  name: string,
  config: HfConfig,
  activation: keyof typeof ACTIVATIONS = 'silu',
): Iterable<[string, MetadataValue]> {
  const wanted = config.value('hidden_activation') ?? config.value('hidden_act') ?? ACTIVATIONS[activation][0]
  if (!ACTIVATIONS[activation].some((known) => known === wanted)) {
    throw new ConversionRefusal(`llama.cpp's ${name} has ${activation}, not ${JSON.stringify(wanted)}.`)
  }
  if (!config.flag('is_causal', true)) yield [`${name}.attention.causal`, bool(false)]
  const { layers, heads, kvHeads, headSize } = attentionOf(config)
  yield [`${name}.block_count`, u32(layers)]
  yield [`${name}.context_length`, u32(config.count('max_position_embeddings'))]
  yield [`${name}.embedding_length`, u32(config.count('hidden_size'))]
  yield [`${name}.feed_forward_length`, u32(config.count('intermediate_size'))]
  yield [`${name}.attention.head_count`, u32(heads)]
  yield [`${name}.attention.head_count_kv`, u32(kvHeads)]
  yield [`${name}.attention.key_length`, u32(headSize)]
  yield [`${name}.attention.value_length`, u32(headSize)]
  yield [`${name}.attention.layer_norm_rms_epsilon`, f32(config.number('rms_norm_eps'))]
}

/** Modules that decoders of this shape share, in transformers' words and llama.cpp's. */
export const DECODER_NAMES = {
  'model.embed_tokens': 'token_embd',
  'model.norm': 'output_norm',
  lm_head: 'output',
  'model.layers.#.input_layernorm': 'blk.#.attn_norm',
  'model.layers.#.self_attn.q_proj': 'blk.#.attn_q',
  'model.layers.#.self_attn.k_proj': 'blk.#.attn_k',
  'model.layers.#.self_attn.v_proj': 'blk.#.attn_v',
  'model.layers.#.self_attn.o_proj': 'blk.#.attn_output',
  'model.layers.#.post_attention_layernorm': 'blk.#.ffn_norm',
  'model.layers.#.mlp.gate_proj': 'blk.#.ffn_gate',
  'model.layers.#.mlp.up_proj': 'blk.#.ffn_up',
  'model.layers.#.mlp.down_proj': 'blk.#.ffn_down',
} as const

/** The output matrix, where it is the embeddings once more: llama.cpp then takes those. */
export function isTiedOutput(name: string, config: HfConfig, tiedByDefault: boolean): boolean {
  return name === 'lm_head.weight' && config.flag('tie_word_embeddings', tiedByDefault)
}

/** Left by old versions: what can be computed. */
export function isDerived(name: string): boolean {
  return /\.(rotary_emb\.inv_freq|attention\.(masked_)?bias|position_ids)$/.test(name)
}
