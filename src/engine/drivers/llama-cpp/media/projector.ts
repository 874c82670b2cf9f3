import { type Media, type MediaSupport, TEXT_ONLY } from '../../../../core/media.ts'
import { onPool, type Pointer } from '../native/api.ts'
import { allocateText, copyInt32, viewFloats } from '../native/memory.ts'
import { CHUNK_TYPES, type MtmdApi } from '../native/mtmd-api.ts'
import type { MtmdLibrary } from '../native/mtmd-library.ts'

/** What a medium becomes in a prompt: tokens that the model wants around its parts, and the parts themselves. */
export type MediaPiece = { readonly tokens: Int32Array } | EmbeddedPiece

/** A part whose rows are vectors of the encoder's, not tokens. */
export interface EmbeddedPiece {
  readonly rows: number
  /** By how much what follows is further on: fewer than rows where positions have more than one dimension. */
  readonly positions: number
  /** Four numbers a row (t, x, y, z) from the piece's own position; `null`: one after the other. */
  readonly grid: Uint32Array | null
  /** Its rows see each other, later ones too. */
  readonly bothWays: boolean
}

/** How a projector is put to work. */
export interface ProjectorSetting {
  readonly library: MtmdLibrary
  readonly model: Pointer
  readonly modelPath: string
  readonly path: string
  readonly threads: number
  readonly useGpu: boolean
  /** Numbers of one row. */
  readonly width: number
}

/** A model's encoder of images, of sounds, or of both (`mmproj`). */
export class Projector {
  readonly support: MediaSupport
  /** Positions have several dimensions (M-RoPE). */
  readonly gridPositions: boolean
  readonly width: number
  /** Rows of an image see each other. */
  readonly bothWays: boolean
  readonly #api: MtmdApi
  readonly #handle: Pointer
  readonly #marker: { readonly text: Pointer; readonly length: number }

  private constructor(api: MtmdApi, handle: Pointer, width: number) {
    this.#api = api
    this.#handle = handle
    this.width = width
    const audioRate = api.mtmd_support_audio(handle) ? api.mtmd_get_audio_sample_rate(handle) : TEXT_ONLY.audioRate
    this.support = { image: api.mtmd_support_vision(handle), audioRate }
    this.gridPositions = api.mtmd_decode_use_mrope(handle)
    this.bothWays = api.mtmd_decode_use_non_causal(handle, null)
    const marker = api.mtmd_default_marker()
    this.#marker = { text: allocateText(marker), length: marker.length }
  }

  /** Rejects with an Error in words; why libmtmd refuses a file is in its log. */
  static async open({ library, model, modelPath, path, threads, useGpu, width }: ProjectorSetting): Promise<Projector> {
    const { api } = library
    const params = { ...api.mtmd_context_params_default(), n_threads: threads, use_gpu: useGpu, warmup: false }
    const handle = await onPool(api.mtmd_init_from_file, path, await library.textModel(model, modelPath), params)
    if (handle === null)
      throw new Error(`llama.cpp can't use ${path} with this model: it is no encoder (mmproj), or another's.`)
    return new Projector(api, handle, width)
  }

  /** Which rows it takes. Rejects with an Error when it can't be read. */
  pieces(media: Media): Promise<readonly MediaPiece[]> {
    return this.#tokenized(media, async (chunks) => chunks.map((chunk) => this.#piece(chunk)))
  }

  /**
   * The vectors of its embedded pieces, in order, each `rows × width`.
   * @param wanted asked before each: encoding takes seconds
   */
  encode(media: Media, wanted: () => boolean): Promise<readonly Float32Array[] | null> {
    return this.#tokenized(media, async (chunks) => {
      const vectors: Float32Array[] = []
      for (const chunk of chunks.filter((each) => this.#typeOf(each) !== 'text')) {
        if (!wanted()) return null
        if ((await onPool(this.#api.mtmd_encode_chunk, this.#handle, chunk)) !== 0)
          throw new Error('mtmd_encode_chunk failed')
        const rows = Number(this.#api.mtmd_input_chunk_get_n_tokens(chunk))
        vectors.push(viewFloats(this.#api.mtmd_get_output_embd(this.#handle), rows * this.width).slice())
      }
      return vectors
    })
  }

  free(): void {
    this.#api.mtmd_free(this.#handle)
  }

  #typeOf(chunk: Pointer): (typeof CHUNK_TYPES)[number] {
    return CHUNK_TYPES[this.#api.mtmd_input_chunk_get_type(chunk)] ?? 'text'
  }

  #piece(chunk: Pointer): MediaPiece {
    const api = this.#api
    const type = this.#typeOf(chunk)
    if (type === 'text') {
      const count: (number | bigint)[] = [0]
      const tokens = api.mtmd_input_chunk_get_tokens_text(chunk, count)
      return { tokens: copyInt32(tokens, Number(count[0])) }
    }
    const rows = Number(api.mtmd_input_chunk_get_n_tokens(chunk))
    const grid = this.gridPositions && type === 'image' ? new Uint32Array(rows * 4) : null
    if (grid !== null) api.mtmd_helper_image_get_decoder_pos(api.mtmd_input_chunk_get_tokens_image(chunk), 0, grid)
    const positions = api.mtmd_input_chunk_get_n_pos(chunk)
    return { rows, positions, grid, bothWays: api.mtmd_decode_use_non_causal(this.#handle, chunk) }
  }

  async #tokenized<Result>(media: Media, use: (chunks: readonly Pointer[]) => Promise<Result>): Promise<Result> {
    const api = this.#api
    const bitmap = this.#bitmap(media)
    const list = api.mtmd_input_chunks_init()
    try {
      const text = { text: this.#marker.text, text_len: this.#marker.length, add_special: false, parse_special: true }
      const code = await onPool(api.mtmd_tokenize, this.#handle, list, text, [bitmap], 1)
      if (code !== 0) throw new Error(`mtmd_tokenize returned ${code}`)
      const count = Number(api.mtmd_input_chunks_size(list))
      return await use(Array.from({ length: count }, (_, index) => api.mtmd_input_chunks_get(list, index)))
    } finally {
      api.mtmd_input_chunks_free(list)
      api.mtmd_bitmap_free(bitmap)
    }
  }

  #bitmap(media: Media): Pointer {
    if (media.kind === 'image') {
      return this.#api.mtmd_bitmap_init(media.width, media.height, Buffer.from(media.pixels, 'base64'))
    }
    const bytes = Buffer.from(media.samples, 'base64')
    const samples = new Float32Array(new Uint8Array(bytes).buffer)
    return this.#api.mtmd_bitmap_init_from_audio(samples.length, samples)
  }
}
