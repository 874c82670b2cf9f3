import type { Call, Pointer, Struct } from './api.ts'

/** C prototypes of what Trivet calls of libmtmd. */
export const MTMD_PROTOTYPES = [
  'mtmd_context_params mtmd_context_params_default()',
  'str mtmd_default_marker()',
  'void *mtmd_init_from_file(str path, void *model, mtmd_context_params params)',
  'void mtmd_free(void *ctx)',
  'bool mtmd_support_vision(void *ctx)',
  'bool mtmd_support_audio(void *ctx)',
  'int mtmd_get_audio_sample_rate(void *ctx)',
  'bool mtmd_decode_use_mrope(void *ctx)',
  'bool mtmd_decode_use_non_causal(void *ctx, void *chunk)',
  'void *mtmd_bitmap_init(uint32_t width, uint32_t height, const uint8_t *pixels)',
  'void *mtmd_bitmap_init_from_audio(size_t n_samples, const float *samples)',
  'void mtmd_bitmap_free(void *bitmap)',
  'void *mtmd_input_chunks_init()',
  'size_t mtmd_input_chunks_size(void *chunks)',
  'void *mtmd_input_chunks_get(void *chunks, size_t index)',
  'void mtmd_input_chunks_free(void *chunks)',
  'int mtmd_tokenize(void *ctx, void *chunks, const mtmd_input_text *text, void **bitmaps, size_t n_bitmaps)',
  'int mtmd_input_chunk_get_type(void *chunk)',
  'void *mtmd_input_chunk_get_tokens_text(void *chunk, _Out_ size_t *count)',
  'void *mtmd_input_chunk_get_tokens_image(void *chunk)',
  'size_t mtmd_input_chunk_get_n_tokens(void *chunk)',
  'int32_t mtmd_input_chunk_get_n_pos(void *chunk)',
  'void mtmd_helper_image_get_decoder_pos(void *image, int32_t first, _Out_ uint32_t *positions)',
  'int mtmd_encode_chunk(void *ctx, void *chunk)',
  'void *mtmd_get_output_embd(void *ctx)',
] as const

/** The same functions, typed. */
export interface MtmdApi {
  mtmd_context_params_default: Call<[], Struct>
  mtmd_default_marker: Call<[], string>
  mtmd_init_from_file: Call<[path: string, model: Pointer, params: Struct], Pointer>
  mtmd_free: Call<[ctx: Pointer], void>
  mtmd_support_vision: Call<[ctx: Pointer], boolean>
  mtmd_support_audio: Call<[ctx: Pointer], boolean>
  mtmd_get_audio_sample_rate: Call<[ctx: Pointer], number>
  mtmd_decode_use_mrope: Call<[ctx: Pointer], boolean>
  mtmd_decode_use_non_causal: Call<[ctx: Pointer, chunk: Pointer], boolean>
  mtmd_bitmap_init: Call<[width: number, height: number, pixels: Uint8Array], Pointer>
  mtmd_bitmap_init_from_audio: Call<[count: number, samples: Float32Array], Pointer>
  mtmd_bitmap_free: Call<[bitmap: Pointer], void>
  mtmd_input_chunks_init: Call<[], Pointer>
  mtmd_input_chunks_size: Call<[chunks: Pointer], number | bigint>
  mtmd_input_chunks_get: Call<[chunks: Pointer, index: number], Pointer>
  mtmd_input_chunks_free: Call<[chunks: Pointer], void>
  mtmd_tokenize: Call<[ctx: Pointer, chunks: Pointer, text: Struct, bitmaps: readonly Pointer[], count: number], number>
  mtmd_input_chunk_get_type: Call<[chunk: Pointer], number>
  mtmd_input_chunk_get_tokens_text: Call<[chunk: Pointer, count: (number | bigint)[]], Pointer>
  mtmd_input_chunk_get_tokens_image: Call<[chunk: Pointer], Pointer>
  mtmd_input_chunk_get_n_tokens: Call<[chunk: Pointer], number | bigint>
  mtmd_input_chunk_get_n_pos: Call<[chunk: Pointer], number>
  /** Four numbers a row: t, x, y, z. */
  mtmd_helper_image_get_decoder_pos: Call<[image: Pointer, first: number, positions: Uint32Array], void>
  mtmd_encode_chunk: Call<[ctx: Pointer, chunk: Pointer], number>
  mtmd_get_output_embd: Call<[ctx: Pointer], Pointer>
}

/** `enum mtmd_input_chunk_type`. */
export const CHUNK_TYPES = ['text', 'image', 'audio'] as const
