/** An address in native memory. */
export type Pointer = bigint | null

/** A struct passed by value, field by field. */
export type Struct = Record<string, unknown>

/** C prototypes of what Trivet calls of libwhisper. */
export const PROTOTYPES = [
  'str whisper_version()',
  'whisper_context_params whisper_context_default_params()',
  'void *whisper_init_from_file_with_params(str path, whisper_context_params params)',
  'void whisper_free(void *ctx)',
  'int whisper_n_vocab(void *ctx)',
  'int whisper_n_text_ctx(void *ctx)',
  'int whisper_is_multilingual(void *ctx)',
  'str whisper_model_type_readable(void *ctx)',
  'int whisper_token_eot(void *ctx)',
  'str whisper_token_to_str(void *ctx, int token)',
  'int whisper_lang_id(str code)',
  'str whisper_lang_str(int id)',
  'whisper_full_params whisper_full_default_params(int strategy)',
  'int whisper_full(void *ctx, whisper_full_params params, const float *samples, int n_samples)',
  'int whisper_full_lang_id(void *ctx)',
  'int whisper_full_n_segments(void *ctx)',
  'str whisper_full_get_segment_text(void *ctx, int segment)',
  'int64_t whisper_full_get_segment_t0(void *ctx, int segment)',
  'int64_t whisper_full_get_segment_t1(void *ctx, int segment)',
  'float whisper_full_get_segment_no_speech_prob(void *ctx, int segment)',
  'int whisper_full_n_tokens(void *ctx, int segment)',
  'whisper_token_data whisper_full_get_token_data(void *ctx, int segment, int token)',
] as const

type Call<Args extends readonly unknown[], Result> = (...args: Args) => Result

/** The same functions, typed. Times are hundredths of a second. */
export interface WhisperApi {
  whisper_version: Call<[], string>
  whisper_context_default_params: Call<[], Struct>
  whisper_init_from_file_with_params: Call<[path: string, params: Struct], Pointer>
  whisper_free: Call<[ctx: Pointer], void>
  whisper_n_vocab: Call<[ctx: Pointer], number>
  whisper_n_text_ctx: Call<[ctx: Pointer], number>
  whisper_is_multilingual: Call<[ctx: Pointer], number>
  whisper_model_type_readable: Call<[ctx: Pointer], string>
  whisper_token_eot: Call<[ctx: Pointer], number>
  whisper_token_to_str: Call<[ctx: Pointer, token: number], string>
  whisper_lang_id: Call<[code: string], number>
  whisper_lang_str: Call<[id: number], string | null>
  whisper_full_default_params: Call<[strategy: number], Struct>
  whisper_full: Call<[ctx: Pointer, params: Struct, samples: Pointer, count: number], number>
  whisper_full_lang_id: Call<[ctx: Pointer], number>
  whisper_full_n_segments: Call<[ctx: Pointer], number>
  whisper_full_get_segment_text: Call<[ctx: Pointer, segment: number], string>
  whisper_full_get_segment_t0: Call<[ctx: Pointer, segment: number], number | bigint>
  whisper_full_get_segment_t1: Call<[ctx: Pointer, segment: number], number | bigint>
  whisper_full_get_segment_no_speech_prob: Call<[ctx: Pointer, segment: number], number>
  whisper_full_n_tokens: Call<[ctx: Pointer, segment: number], number>
  whisper_full_get_token_data: Call<[ctx: Pointer, segment: number, token: number], TokenData>
}

/** What of `whisper_token_data` is read. */
export interface TokenData {
  readonly id: number
  /** Natural logarithm of its probability. */
  readonly plog: number
  readonly t0: number | bigint
  readonly t1: number | bigint
}

/** `enum whisper_sampling_strategy` */
export const GREEDY = 0
