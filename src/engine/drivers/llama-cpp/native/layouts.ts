/**
 * The memory layout of llama.cpp's public structs, by version. A wrong layout corrupts memory silently, so an
 * unknown version is refused, the defaults of a known one are compared at start (`check-defaults.ts`), and a test
 * compiles a C file against llama.h and compares every size and offset.
 *
 * Source: include/llama.h, ggml/include/ggml.h and ggml/include/gguf.h at tags v0.4.0 and v0.5.0, which have the same structs. Enums are C ints.
 */

export type FieldType = 'int32_t' | 'int64_t' | 'uint32_t' | 'float' | 'bool' | 'size_t' | 'void *' | 'bool[512]'

/** Fields in declaration order; C's natural alignment gives the offsets. */
export type StructLayout = Readonly<Record<string, FieldType>>

export interface LlamaLayout {
  readonly llama_model_params: StructLayout
  readonly llama_context_params: StructLayout
  readonly llama_batch: StructLayout
  readonly llama_model_quantize_params: StructLayout
  readonly llama_model_imatrix_data: StructLayout
  readonly llama_sampler_chain_params: StructLayout
  readonly llama_logit_bias: StructLayout
  readonly llama_token_data: StructLayout
  readonly llama_token_data_array: StructLayout
  readonly ggml_threadpool_params: StructLayout
  readonly gguf_init_params: StructLayout
}

const V0_4: LlamaLayout = {
  llama_model_params: {
    devices: 'void *',
    tensor_buft_overrides: 'void *',
    n_gpu_layers: 'int32_t',
    split_mode: 'int32_t',
    load_mode: 'int32_t',
    lazy_mode: 'int32_t',
    main_gpu: 'int32_t',
    tensor_split: 'void *',
    progress_callback: 'void *',
    progress_callback_user_data: 'void *',
    kv_overrides: 'void *',
    vocab_only: 'bool',
    check_tensors: 'bool',
    use_extra_bufts: 'bool',
    no_host: 'bool',
    no_alloc: 'bool',
    load_mtp: 'bool',
  },
  llama_context_params: {
    n_ctx: 'uint32_t',
    n_batch: 'uint32_t',
    n_ubatch: 'uint32_t',
    n_seq_max: 'uint32_t',
    n_rs_seq: 'uint32_t',
    n_outputs_max: 'uint32_t',
    n_outputs_max_per_seq: 'uint32_t',
    n_threads: 'int32_t',
    n_threads_batch: 'int32_t',
    ctx_type: 'int32_t',
    rope_scaling_type: 'int32_t',
    pooling_type: 'int32_t',
    attention_type: 'int32_t',
    flash_attn_type: 'int32_t',
    rope_freq_base: 'float',
    rope_freq_scale: 'float',
    yarn_ext_factor: 'float',
    yarn_attn_factor: 'float',
    yarn_beta_fast: 'float',
    yarn_beta_slow: 'float',
    yarn_orig_ctx: 'uint32_t',
    defrag_thold: 'float',
    cb_eval: 'void *',
    cb_eval_user_data: 'void *',
    type_k: 'int32_t',
    type_v: 'int32_t',
    abort_callback: 'void *',
    abort_callback_data: 'void *',
    embeddings: 'bool',
    offload_kqv: 'bool',
    no_perf: 'bool',
    op_offload: 'bool',
    swa_full: 'bool',
    kv_unified: 'bool',
    samplers: 'void *',
    n_samplers: 'size_t',
    ctx_other: 'void *',
  },
  llama_batch: {
    n_tokens: 'int32_t',
    token: 'void *',
    embd: 'void *',
    pos: 'void *',
    n_seq_id: 'void *',
    seq_id: 'void *',
    logits: 'void *',
  },
  llama_model_quantize_params: {
    nthread: 'int32_t',
    ftype: 'int32_t',
    output_tensor_type: 'int32_t',
    token_embedding_type: 'int32_t',
    allow_requantize: 'bool',
    quantize_output_tensor: 'bool',
    only_copy: 'bool',
    pure: 'bool',
    keep_split: 'bool',
    dry_run: 'bool',
    imatrix: 'void *',
    kv_overrides: 'void *',
    tt_overrides: 'void *',
    prune_layers: 'void *',
    max_buf_size: 'size_t',
  },
  llama_model_imatrix_data: { name: 'void *', data: 'void *', size: 'size_t' },
  llama_sampler_chain_params: { no_perf: 'bool' },
  llama_logit_bias: { token: 'int32_t', bias: 'float' },
  llama_token_data: { id: 'int32_t', logit: 'float', p: 'float' },
  llama_token_data_array: { data: 'void *', size: 'size_t', selected: 'int64_t', sorted: 'bool' },
  ggml_threadpool_params: {
    cpumask: 'bool[512]',
    n_threads: 'int32_t',
    prio: 'int32_t',
    poll: 'uint32_t',
    strict_cpu: 'bool',
    paused: 'bool',
  },
  gguf_init_params: { no_alloc: 'bool', ctx: 'void *' },
}

const LAYOUTS: Readonly<Record<string, LlamaLayout>> = { '0.4': V0_4, '0.5': V0_4 }

/** Versions with a layout here, for messages. */
export const KNOWN_VERSIONS = Object.keys(LAYOUTS)

/** The layout for what `llama_version()` says, such as `0.5.0-dev`; `null` when this table doesn't know it. */
export function layoutFor(version: string): LlamaLayout | null {
  const release = /^(\d+\.\d+)\./.exec(version)?.[1]
  return (release !== undefined && LAYOUTS[release]) || null
}

/** Fields whose default is unusual enough to tell a right layout from a shifted one. */
export const RECOGNISABLE_DEFAULTS = {
  llama_model_params: { n_gpu_layers: -1, load_mode: -1, main_gpu: 0, vocab_only: false, use_extra_bufts: true },
  llama_context_params: {
    n_ctx: 512,
    n_batch: 2048,
    n_ubatch: 512,
    n_seq_max: 1,
    flash_attn_type: -1,
    yarn_ext_factor: -1,
    yarn_beta_slow: -1,
    defrag_thold: -1,
    type_k: 1,
    type_v: 1,
    embeddings: false,
    offload_kqv: true,
    op_offload: true,
    swa_full: true,
    kv_unified: false,
    n_samplers: 0,
  },
  llama_model_quantize_params: {
    nthread: 0,
    ftype: 7,
    allow_requantize: false,
    quantize_output_tensor: true,
    keep_split: false,
    imatrix: null,
    max_buf_size: 8 * 1024 ** 3,
  },
} as const
