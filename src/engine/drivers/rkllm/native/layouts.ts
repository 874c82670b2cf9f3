/** Members of a C struct in order, as koffi takes them. */
export type StructLayout = Readonly<Record<string, string>>

/** The structs of one release of the runtime; what no other release has otherwise is in `COMMON`. */
export interface RkllmLayout {
  readonly param: StructLayout
  /** Of an input whose member is the tokens; `rest` is what other members of the union take more. */
  readonly input: StructLayout
  readonly infer: StructLayout
  /** How `rkllm_init` is given whom to call: the function itself, or a struct of three. */
  readonly callback: 'function' | 'struct'
  /** Whether each run has its own sampling, or all have that of the load. */
  readonly samplingPerRun: boolean
  /** `sizeof` of each, which a test compares with C's. */
  readonly sizes: { readonly param: number; readonly input: number; readonly infer: number }
}

const EXTEND: StructLayout = {
  base_domain_id: 'int32_t',
  embed_flash: 'int8_t',
  enabled_cpus_num: 'int8_t',
  enabled_cpus_mask: 'uint32_t',
  n_batch: 'uint8_t',
  use_cross_attn: 'int8_t',
  reserved: 'uint8_t [104]',
}

const SAMPLING: StructLayout = {
  top_k: 'int32_t',
  top_p: 'float',
  temperature: 'float',
  repeat_penalty: 'float',
  frequency_penalty: 'float',
  presence_penalty: 'float',
  mirostat: 'int32_t',
  mirostat_tau: 'float',
  mirostat_eta: 'float',
}

const { top_k: _, ...AFTER_TOP_K } = SAMPLING

const PARAM_HEAD: StructLayout = {
  model_path: 'const char *',
  max_context_len: 'int32_t',
  max_new_tokens: 'int32_t',
  top_k: 'int32_t',
  n_keep: 'int32_t',
  ...AFTER_TOP_K,
  skip_special_token: 'bool',
}

const input = (rest: number): StructLayout => ({
  role: 'const char *',
  enable_thinking: 'bool',
  input_type: 'int32_t',
  input_ids: 'void *',
  n_tokens: 'size_t',
  rest: `uint8_t [${rest}]`,
})

/** The same in every release below. */
export const COMMON = {
  extend: EXTEND,
  sampling: SAMPLING,
  lora: { lora_adapter_path: 'const char *', lora_adapter_name: 'const char *', scale: 'float' },
  loraParam: { lora_adapter_name: 'void *' },
  callbacks: {
    result_callback: 'void *',
    result_userdata: 'void *',
    tokenizer_callback: 'void *',
    tokenizer_userdata: 'void *',
    embed_callback: 'void *',
    embed_userdata: 'void *',
  },
  result: {
    text: 'str',
    token_id: 'int32_t',
    hidden_states: 'void *',
    embd_size: 'int',
    hidden_tokens: 'int',
    logits: 'void *',
    vocab_size: 'int',
    logits_tokens: 'int',
    prefill_time_ms: 'float',
    prefill_tokens: 'int',
    generate_time_ms: 'float',
    generate_tokens: 'int',
    memory_usage_mb: 'float',
  },
} as const satisfies Readonly<Record<string, StructLayout>>

/** Of `rkllm.h`, by the release that the runtime tells of itself. */
const LAYOUTS: Readonly<Record<string, RkllmLayout>> = {
  '1.2': {
    param: {
      ...PARAM_HEAD,
      is_async: 'bool',
      img_start: 'const char *',
      img_end: 'const char *',
      img_content: 'const char *',
      extend_param: 'RKLLMExtendParam',
    },
    input: input(32),
    infer: { mode: 'int', lora_params: 'void *', prompt_cache_params: 'void *', keep_history: 'int' },
    callback: 'function',
    samplingPerRun: false,
    sizes: { param: 208, input: 64, infer: 32 },
  },
  '1.3': {
    param: { ...PARAM_HEAD, ignore_eos_token: 'bool', is_async: 'bool', extend_param: 'RKLLMExtendParam' },
    input: input(128),
    infer: {
      mode: 'int',
      lora_params: 'void *',
      prompt_cache_params: 'void *',
      sampling_params: 'void *',
      keep_history: 'int',
      max_new_tokens: 'int32_t',
    },
    callback: 'struct',
    samplingPerRun: true,
    sizes: { param: 184, input: 160, infer: 40 },
  },
}

/** Releases whose structs are known: 1.2.1 to 1.2.3, and 1.3.0. */
const KNOWN = ['1.2.1', '1.2.2', '1.2.3', '1.3.0']

export const KNOWN_VERSIONS = KNOWN.join(', ')

/** `null`: nobody knows how the structs of this release look, and guessing would write where it mustn't. */
export function layoutFor(version: string): RkllmLayout | null {
  if (!KNOWN.includes(version)) return null
  return LAYOUTS[version.split('.').slice(0, 2).join('.')] ?? null
}
