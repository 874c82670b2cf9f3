import type { DialectId } from '../../../core/dialects.ts'
import type { Dialect } from './dialect.ts'
import { geniexClient } from './geniex.ts'

const OPENAI = {
  temperature: 'temperature',
  topP: 'top_p',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  logitBias: 'logit_bias',
  maxTokens: 'max_tokens',
  logprobs: 'logprobs',
  constraint: 'response_format',
} as const

const WIDER = { ...OPENAI, topK: 'top_k', minP: 'min_p', ignoreEos: 'ignore_eos' } as const

const LLAMA = {
  ...WIDER,
  typicalP: 'typical_p',
  repetitionPenalty: 'repeat_penalty',
  penaltyWindow: 'repeat_last_n',
  dry: 'dry_multiplier',
  xtc: 'xtc_probability',
  mirostat: 'mirostat',
} as const

const RKLLM3 = {
  temperature: 'temperature',
  topK: 'top_k',
  topP: 'top_p',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  repetitionPenalty: 'repeat_penalty',
  maxTokens: 'max_tokens',
} as const

const GENIEX = {
  temperature: 'temperature',
  topK: 'top_k',
  topP: 'top_p',
  minP: 'min_p',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  repetitionPenalty: 'repetition_penalty',
  seed: 'seed',
  maxTokens: 'max_completion_tokens',
} as const

const REPEATS = { repetitionPenalty: 'repetition_penalty', minTokens: 'min_tokens' } as const

/** What servers may have beyond parameters, and most have not. */
const NO_MORE = { grammar: null, regex: null, choice: null, tokens: null, shows: null, truncate: null } as const

/**
 * From the servers' own documents: vLLM's OpenAI-compatible server (extra parameters), SGLang's (sampling parameters),
 * llama.cpp's `tools/server/README.md`, Rockchip's `rkllm3-server/README_EN.md`, OpenVINO Model Server's
 * `model_server_rest_api_chat.md`, GenieX's own server's source.
 */
export const DIALECT: Readonly<Record<DialectId, Dialect>> = {
  openai: {
    id: 'openai',
    ...NO_MORE,
    fields: { ...OPENAI, prediction: 'prediction' },
    templateVariables: false,
  },
  vllm: {
    id: 'vllm',
    fields: { ...WIDER, ...REPEATS },
    grammar: 'structured_outputs.grammar',
    regex: 'structured_outputs.regex',
    choice: 'structured_outputs.choice',
    templateVariables: true,
    tokens: { folder: '/', text: 'prompt', addSpecial: 'add_special_tokens', parseSpecial: null },
    shows: 'skip_special_tokens',
    truncate: 'truncate_prompt_tokens',
  },
  sglang: {
    id: 'sglang',
    ...NO_MORE,
    fields: { ...WIDER, ...REPEATS },
    grammar: 'ebnf',
    regex: 'regex',
    templateVariables: true,
    shows: 'skip_special_tokens',
  },
  'llama-server': {
    id: 'llama-server',
    ...NO_MORE,
    fields: LLAMA,
    grammar: 'grammar',
    templateVariables: true,
    tokens: { folder: '/', text: 'content', addSpecial: 'add_special', parseSpecial: 'parse_special' },
    shows: 'preserved_tokens',
  },
  'rkllm3-server': {
    id: 'rkllm3-server',
    ...NO_MORE,
    fields: RKLLM3,
    templateVariables: true,
  },
  ovms: {
    id: 'ovms',
    ...NO_MORE,
    fields: { ...WIDER, repetitionPenalty: 'repetition_penalty' },
    tellsStops: true,
    templateVariables: true,
  },
  geniex: {
    id: 'geniex',
    ...NO_MORE,
    fields: GENIEX,
    templateVariables: true,
    adapted: geniexClient,
  },
  trivet: {
    id: 'trivet',
    ...NO_MORE,
    fields: { ...LLAMA, minTokens: 'min_tokens', prediction: 'prediction' },
    grammar: 'grammar_string',
    regex: 'structured_outputs.regex',
    choice: 'structured_outputs.choice',
    templateVariables: true,
    tokens: { folder: '', text: 'content', addSpecial: 'add_special', parseSpecial: 'parse_special' },
    truncate: 'truncate_prompt_tokens',
  },
}
