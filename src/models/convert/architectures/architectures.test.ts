import { expect, test } from 'vitest'
import { HfConfig } from '../config.ts'
import { architectureOf } from './index.ts'

const DECODER = {
  hidden_size: 32,
  intermediate_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  max_position_embeddings: 4096,
  rms_norm_eps: 1e-6,
  vocab_size: 100,
}
const GEMMA = { ...DECODER, head_dim: 8, sliding_window: 4, attn_logit_softcapping: 50, final_logit_softcapping: 30 }
const BERT = { ...DECODER, hidden_act: 'gelu', layer_norm_eps: 1e-12 }

/** The file's hyperparameters for a configuration, and what was warned of. */
function converted(architecture: string, json: object, pooling: 'mean' | 'last' | null = null) {
  const warnings: string[] = []
  const model = { config: new HfConfig({ architectures: [architecture], ...json }), warnings, pooling }
  const entries = [...architectureOf(architecture).metadata(model)]
  architectureOf(architecture).compute?.(model)
  return { metadata: new Map(entries.map(([key, { value }]) => [key, value])), warnings }
}

test.each([
  ['another activation', 'LlamaForCausalLM', { ...DECODER, hidden_act: 'relu' }, /has silu, not "relu"/],
  ['a missing number', 'LlamaForCausalLM', { ...DECODER, hidden_size: undefined }, /no hidden_size/],
  ['a number that is none', 'LlamaForCausalLM', { ...DECODER, num_hidden_layers: 1.5 }, /num_hidden_layers is 1.5/],
  ['heads that do not divide', 'LlamaForCausalLM', { ...DECODER, num_attention_heads: 5 }, /head_dim is 6.4/],
  ['a head of a billion', 'LlamaForCausalLM', { ...DECODER, head_dim: 2 ** 30 }, /head_dim is 1073741824/],
  ['another scale of queries', 'Gemma2ForCausalLM', { ...GEMMA, query_pre_attn_scalar: 144 }, /scales queries by 144/],
  ['caps that gemma3 has not', 'Gemma3ForCausalLM', { ...GEMMA, attn_logit_softcapping: 50 }, /no attn_logit_softcapp/],
  ['too few factors', 'Phi3ForCausalLM', { ...DECODER, rope_scaling: { type: 'longrope', long_factor: [1] } }, /4 num/],
  ['classes', 'BertForSequenceClassification', { ...BERT, id2label: { 0: 'a', 1: 'b' } }, /into 2 classes/],
  ['relative positions', 'BertModel', { ...BERT, position_embedding_type: 'relative_key' }, /that are relative_key/],
  ['other layers without positions', 'SmolLM3ForCausalLM', { ...DECODER, no_rope_layers: [0, 1] }, /every fourth/],
])('%s is refused', (_, architecture, config, reason) => {
  expect(() => converted(architecture, config)).toThrow(reason)
})

test('a window that llama.cpp does not have is told', () => {
  const { warnings } = converted('MistralForCausalLM', { ...DECODER, sliding_window: 1024 })
  expect(warnings).toEqual(['The original attends to the last 1024 tokens only; llama.cpp attends to all of them.'])
  expect(converted('MistralForCausalLM', { ...DECODER, sliding_window: 4096 }).warnings).toEqual([])
})

test('a decoder that pools, or looks ahead, is an embedder', () => {
  expect(converted('Qwen3ForCausalLM', DECODER, 'last').metadata.get('qwen3.pooling_type')).toBe(3)
  const ahead = converted('Qwen2ForCausalLM', { ...DECODER, is_causal: false })
  expect(ahead.metadata.get('qwen2.attention.causal')).toBe(false)
})

test('a classifier of one class is a reranker', () => {
  const { metadata } = converted('XLMRobertaForSequenceClassification', { ...BERT, pad_token_id: 1 })
  expect(metadata.get('bert.pooling_type')).toBe(4)
  expect(metadata.get('bert.context_length')).toBe(4094)
})

test('where positions are said in one object, with one in it for each kind of layer', () => {
  const rope_parameters = {
    full_attention: { rope_type: 'linear', factor: 8, rope_theta: 1e6 },
    sliding_attention: { rope_type: 'default', rope_theta: 1e4 },
  }
  const { attn_logit_softcapping: _, ...config } = GEMMA
  const { metadata } = converted('Gemma3ForCausalLM', { ...config, rope_parameters })
  expect(metadata.get('gemma3.rope.freq_base')).toBe(1e6)
  expect(metadata.get('gemma3.rope.freq_base_swa')).toBe(1e4)
  expect(metadata.get('gemma3.rope.scaling.factor')).toBe(8)
})
