import type { TokenDataArray } from './candidates.ts'

/** An address in native memory. */
export type Pointer = bigint | null

/** A struct passed by value, field by field. */
export type Struct = Record<string, unknown>

/** C prototypes of what Trivet calls, by library. Struct names are registered from the layout table first. */
export const PROTOTYPES = {
  ggml: [
    'void ggml_backend_load_all_from_path(str dir)',
    'void *ggml_backend_reg_by_name(str name)',
    'size_t ggml_backend_dev_count()',
    'void *ggml_backend_dev_get(size_t index)',
  ],
  base: [
    'void *ggml_backend_reg_get_proc_address(void *reg, str name)',
    'str ggml_backend_dev_name(void *device)',
    'str ggml_backend_dev_description(void *device)',
    'int ggml_backend_dev_type(void *device)',
    'void ggml_backend_dev_memory(void *device, _Out_ size_t *free, _Out_ size_t *total)',
    'void ggml_threadpool_params_init(_Out_ ggml_threadpool_params *params, int n_threads)',
    'void *gguf_init_from_file(str path, gguf_init_params params)',
    'void gguf_free(void *file)',
    'int64_t gguf_find_key(void *file, str key)',
    'int gguf_get_kv_type(void *file, int64_t key)',
    'str gguf_get_val_str(void *file, int64_t key)',
    'uint32_t gguf_get_val_u32(void *file, int64_t key)',
  ],
  llama: [
    'void llama_backend_init()',
    'str llama_print_system_info()',
    'llama_model_params llama_model_default_params()',
    'llama_context_params llama_context_default_params()',
    'llama_model_quantize_params llama_model_quantize_default_params()',
    'uint32_t llama_model_quantize(str input, str output, llama_model_quantize_params *params)',
    'void *llama_model_load_from_file(str path, llama_model_params params)',
    'void llama_model_free(void *model)',
    'void *llama_init_from_model(void *model, llama_context_params params)',
    'void llama_free(void *ctx)',
    'void llama_attach_threadpool(void *ctx, void *threadpool, void *threadpool_batch)',
    'void *llama_model_get_vocab(void *model)',
    'int32_t llama_model_n_ctx_train(void *model)',
    'uint64_t llama_model_n_params(void *model)',
    'uint64_t llama_model_size(void *model)',
    'bool llama_model_has_encoder(void *model)',
    'bool llama_model_is_recurrent(void *model)',
    'bool llama_model_is_hybrid(void *model)',
    'int32_t llama_model_n_layer(void *model)',
    'int32_t llama_model_n_head(void *model)',
    'int32_t llama_model_n_head_kv(void *model)',
    'int32_t llama_model_n_embd(void *model)',
    'int llama_model_rope_type(void *model)',
    'str llama_model_chat_template(void *model, str name)',
    'int32_t llama_model_desc(void *model, _Out_ uint8_t *buffer, size_t size)',
    'int32_t llama_model_meta_val_str(void *model, str key, _Out_ uint8_t *buffer, size_t size)',
    'int32_t llama_vocab_n_tokens(void *vocab)',
    'int llama_vocab_type(void *vocab)',
    'str llama_vocab_get_text(void *vocab, int32_t token)',
    'int32_t llama_vocab_bos(void *vocab)',
    'int32_t llama_vocab_eos(void *vocab)',
    'int32_t llama_vocab_sep(void *vocab)',
    'int32_t llama_vocab_fim_pre(void *vocab)',
    'int32_t llama_vocab_fim_suf(void *vocab)',
    'int32_t llama_vocab_fim_mid(void *vocab)',
    'bool llama_vocab_get_add_bos(void *vocab)',
    'bool llama_vocab_get_add_eos(void *vocab)',
    'bool llama_vocab_get_add_sep(void *vocab)',
    'bool llama_vocab_is_eog(void *vocab, int32_t token)',
    'int32_t llama_tokenize(void *vocab, const uint8_t *text, int32_t bytes, _Out_ int32_t *tokens, int32_t max, bool add_special, bool parse_special)',
    'int32_t llama_token_to_piece(void *vocab, int32_t token, _Out_ uint8_t *buffer, int32_t size, int32_t lstrip, bool special)',
    'int32_t llama_model_n_embd_out(void *model)',
    'uint32_t llama_model_n_cls_out(void *model)',
    'void *llama_get_logits_ith(void *ctx, int32_t row)',
    'void *llama_get_embeddings_seq(void *ctx, int32_t seq)',
    'void *llama_adapter_lora_init(void *model, str path)',
    'void llama_adapter_lora_free(void *adapter)',
    'int32_t llama_set_adapters_lora(void *ctx, void **adapters, size_t n, float *scales)',
    'void *llama_get_memory(void *ctx)',
    'void llama_memory_clear(void *memory, bool data)',
    'bool llama_memory_seq_rm(void *memory, int32_t seq, int32_t from, int32_t to)',
    'size_t llama_state_seq_get_size(void *ctx, int32_t seq)',
    'size_t llama_state_seq_get_data(void *ctx, _Out_ uint8_t *state, size_t size, int32_t seq)',
    'size_t llama_state_seq_set_data(void *ctx, const uint8_t *state, size_t size, int32_t seq)',
    'int32_t llama_decode(void *ctx, llama_batch batch)',
    'int32_t llama_encode(void *ctx, llama_batch batch)',
    'void llama_set_causal_attn(void *ctx, bool causal)',
    'int32_t llama_model_n_embd_inp(void *model)',
    'void *llama_sampler_chain_init(llama_sampler_chain_params params)',
    'void llama_sampler_chain_add(void *chain, void *sampler)',
    'void *llama_sampler_chain_remove(void *chain, int32_t index)',
    'void llama_sampler_accept(void *sampler, int32_t token)',
    'int32_t llama_sampler_sample(void *chain, void *ctx, int32_t row)',
    'void llama_sampler_apply(void *sampler, _Inout_ llama_token_data_array *candidates)',
    'void *llama_sampler_init_grammar(void *vocab, str grammar, str root)',
    'void *llama_sampler_init_grammar_lazy_patterns(void *vocab, str grammar, str root, str *patterns, size_t n_patterns, int32_t *tokens, size_t n_tokens)',
    'void llama_sampler_free(void *sampler)',
    'void *llama_sampler_init_greedy()',
    'void *llama_sampler_init_dist(uint32_t seed)',
    'void *llama_sampler_init_top_k(int32_t k)',
    'void *llama_sampler_init_top_p(float p, size_t min_keep)',
    'void *llama_sampler_init_min_p(float p, size_t min_keep)',
    'void *llama_sampler_init_typical(float p, size_t min_keep)',
    'void *llama_sampler_init_temp(float t)',
    'void *llama_sampler_init_xtc(float p, float t, size_t min_keep, uint32_t seed)',
    'void *llama_sampler_init_mirostat(int32_t n_vocab, uint32_t seed, float tau, float eta, int32_t m)',
    'void *llama_sampler_init_mirostat_v2(uint32_t seed, float tau, float eta)',
    'void *llama_sampler_init_penalties(int32_t n_vocab, int32_t last_n, float repeat, float freq, float present)',
    'void *llama_sampler_init_dry(void *vocab, float multiplier, float base, int32_t allowed_length, int32_t last_n, str *breakers, size_t n_breakers)',
    'void *llama_sampler_init_logit_bias(int32_t n_vocab, int32_t n, llama_logit_bias *biases)',
  ],
} as const

export type Call<Args extends readonly unknown[], Result> = ((...args: Args) => Result) & {
  /** On libuv's thread pool, so that the event loop stays free for cancels and heartbeats. */
  async(...args: [...Args, (error: Error | null, result: Result) => void]): void
}

/** The same functions, typed. */
export interface LlamaApi {
  ggml_backend_load_all_from_path: Call<[dir: string], void>
  ggml_backend_reg_by_name: Call<[name: string], Pointer>
  ggml_backend_dev_count: Call<[], number>
  ggml_backend_dev_get: Call<[index: number], Pointer>
  ggml_backend_reg_get_proc_address: Call<[reg: Pointer, name: string], Pointer>
  ggml_backend_dev_name: Call<[device: Pointer], string>
  ggml_backend_dev_description: Call<[device: Pointer], string>
  ggml_backend_dev_type: Call<[device: Pointer], number>
  ggml_backend_dev_memory: Call<[device: Pointer, free: number[], total: number[]], void>
  ggml_threadpool_params_init: Call<[params: Struct, threads: number], void>
  gguf_init_from_file: Call<[path: string, params: Struct], Pointer>
  gguf_free: Call<[file: Pointer], void>
  gguf_find_key: Call<[file: Pointer, key: string], number | bigint>
  gguf_get_kv_type: Call<[file: Pointer, key: number | bigint], number>
  gguf_get_val_str: Call<[file: Pointer, key: number | bigint], string>
  gguf_get_val_u32: Call<[file: Pointer, key: number | bigint], number>
  llama_backend_init: Call<[], void>
  llama_print_system_info: Call<[], string>
  llama_model_default_params: Call<[], Struct>
  llama_context_default_params: Call<[], Struct>
  llama_model_quantize_default_params: Call<[], Struct>
  llama_model_quantize: Call<[input: string, output: string, params: Struct], number>
  llama_model_load_from_file: Call<[path: string, params: Struct], Pointer>
  llama_model_free: Call<[model: Pointer], void>
  llama_init_from_model: Call<[model: Pointer, params: Struct], Pointer>
  llama_free: Call<[ctx: Pointer], void>
  llama_attach_threadpool: Call<[ctx: Pointer, decode: Pointer, prefill: Pointer], void>
  llama_model_get_vocab: Call<[model: Pointer], Pointer>
  llama_model_n_ctx_train: Call<[model: Pointer], number>
  llama_model_n_params: Call<[model: Pointer], number>
  llama_model_size: Call<[model: Pointer], number>
  llama_model_has_encoder: Call<[model: Pointer], boolean>
  llama_model_is_recurrent: Call<[model: Pointer], boolean>
  llama_model_is_hybrid: Call<[model: Pointer], boolean>
  llama_model_n_layer: Call<[model: Pointer], number>
  llama_model_n_head: Call<[model: Pointer], number>
  llama_model_n_head_kv: Call<[model: Pointer], number>
  llama_model_n_embd: Call<[model: Pointer], number>
  llama_model_rope_type: Call<[model: Pointer], number>
  llama_model_chat_template: Call<[model: Pointer, name: string | null], string | null>
  llama_model_desc: Call<[model: Pointer, buffer: Uint8Array, size: number], number>
  llama_model_meta_val_str: Call<[model: Pointer, key: string, buffer: Uint8Array, size: number], number>
  llama_vocab_n_tokens: Call<[vocab: Pointer], number>
  llama_vocab_type: Call<[vocab: Pointer], number>
  llama_vocab_get_text: Call<[vocab: Pointer, token: number], string>
  llama_vocab_bos: Call<[vocab: Pointer], number>
  llama_vocab_eos: Call<[vocab: Pointer], number>
  llama_vocab_sep: Call<[vocab: Pointer], number>
  llama_vocab_fim_pre: Call<[vocab: Pointer], number>
  llama_vocab_fim_suf: Call<[vocab: Pointer], number>
  llama_vocab_fim_mid: Call<[vocab: Pointer], number>
  llama_vocab_get_add_bos: Call<[vocab: Pointer], boolean>
  llama_vocab_get_add_eos: Call<[vocab: Pointer], boolean>
  llama_vocab_get_add_sep: Call<[vocab: Pointer], boolean>
  llama_vocab_is_eog: Call<[vocab: Pointer, token: number], boolean>
  llama_tokenize: Call<
    [
      vocab: Pointer,
      text: Uint8Array,
      bytes: number,
      tokens: Int32Array,
      max: number,
      addSpecial: boolean,
      parseSpecial: boolean,
    ],
    number
  >
  llama_token_to_piece: Call<
    [vocab: Pointer, token: number, buffer: Uint8Array, size: number, lstrip: number, special: boolean],
    number
  >
  llama_model_n_embd_out: Call<[model: Pointer], number>
  llama_model_n_cls_out: Call<[model: Pointer], number>
  llama_get_logits_ith: Call<[ctx: Pointer, row: number], Pointer>
  llama_get_embeddings_seq: Call<[ctx: Pointer, seq: number], Pointer>
  llama_memory_clear: Call<[memory: Pointer, data: boolean], void>
  llama_adapter_lora_init: Call<[model: Pointer, path: string], Pointer>
  llama_adapter_lora_free: Call<[adapter: Pointer], void>
  llama_set_adapters_lora: Call<[ctx: Pointer, adapters: readonly Pointer[], n: number, scales: Float32Array], number>
  llama_get_memory: Call<[ctx: Pointer], Pointer>
  llama_memory_seq_rm: Call<[memory: Pointer, seq: number, from: number, to: number], boolean>
  llama_state_seq_get_size: Call<[ctx: Pointer, seq: number], number>
  llama_state_seq_get_data: Call<[ctx: Pointer, state: Uint8Array, size: number, seq: number], number>
  llama_state_seq_set_data: Call<[ctx: Pointer, state: Uint8Array, size: number, seq: number], number>
  llama_decode: Call<[ctx: Pointer, batch: Struct], number>
  llama_encode: Call<[ctx: Pointer, batch: Struct], number>
  llama_set_causal_attn: Call<[ctx: Pointer, causal: boolean], void>
  llama_model_n_embd_inp: Call<[model: Pointer], number>
  llama_sampler_chain_init: Call<[params: Struct], Pointer>
  llama_sampler_chain_add: Call<[chain: Pointer, sampler: Pointer], void>
  llama_sampler_chain_remove: Call<[chain: Pointer, index: number], Pointer>
  llama_sampler_accept: Call<[sampler: Pointer, token: number], void>
  llama_sampler_sample: Call<[chain: Pointer, ctx: Pointer, row: number], number>
  llama_sampler_apply: Call<[sampler: Pointer, candidates: TokenDataArray], void>
  llama_sampler_init_grammar: Call<[vocab: Pointer, grammar: string, root: string], Pointer>
  llama_sampler_init_grammar_lazy_patterns: Call<
    [
      vocab: Pointer,
      grammar: string,
      root: string,
      patterns: readonly string[],
      patternCount: number,
      tokens: null,
      tokenCount: number,
    ],
    Pointer
  >
  llama_sampler_free: Call<[sampler: Pointer], void>
  llama_sampler_init_greedy: Call<[], Pointer>
  llama_sampler_init_dist: Call<[seed: number], Pointer>
  llama_sampler_init_top_k: Call<[k: number], Pointer>
  llama_sampler_init_top_p: Call<[p: number, minKeep: number], Pointer>
  llama_sampler_init_min_p: Call<[p: number, minKeep: number], Pointer>
  llama_sampler_init_typical: Call<[p: number, minKeep: number], Pointer>
  llama_sampler_init_temp: Call<[t: number], Pointer>
  llama_sampler_init_xtc: Call<[p: number, t: number, minKeep: number, seed: number], Pointer>
  llama_sampler_init_mirostat: Call<[vocabTokens: number, seed: number, tau: number, eta: number, m: number], Pointer>
  llama_sampler_init_mirostat_v2: Call<[seed: number, tau: number, eta: number], Pointer>
  llama_sampler_init_penalties: Call<
    [vocabTokens: number, lastN: number, repeat: number, freq: number, present: number],
    Pointer
  >
  llama_sampler_init_dry: Call<
    [
      vocab: Pointer,
      multiplier: number,
      base: number,
      allowedLength: number,
      lastN: number,
      breakers: readonly string[],
      n: number,
    ],
    Pointer
  >
  llama_sampler_init_logit_bias: Call<[vocabTokens: number, n: number, biases: readonly Struct[]], Pointer>
}

/** An asynchronous native call as a promise. */
export function onPool<Args extends readonly unknown[], Result>(
  call: Call<Args, Result>,
  ...args: Args
): Promise<Result> {
  return new Promise((resolve, reject) => {
    call.async(...args, (error, result) => (error ? reject(error) : resolve(result)))
  })
}
