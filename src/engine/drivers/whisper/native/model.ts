import type { TranscribeTask } from '../../../../core/task.ts'
import { AbortFlag } from '../../../native/abort-flag.ts'
import { called } from '../../../native/called.ts'
import koffi from '../../../native/koffi.ts'
import { GREEDY, type Pointer, type TokenData, type WhisperApi } from './api.ts'

/** What libwhisper finds in one stretch of a sound; times in seconds. */
export interface FoundSegment {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Probability that nothing is said in it. */
  readonly silence: number
  readonly tokens: readonly FoundToken[]
}

export interface FoundToken {
  readonly id: number
  /** With replacement characters where it holds a part of one. */
  readonly text: string
  /** Natural logarithm of its probability. */
  readonly logprob: number
  readonly start: number
  readonly end: number
}

type Order = Pick<TranscribeTask, 'prompt' | 'temperature' | 'translate' | 'words'> & {
  /** As whisper.cpp has it; `auto`: as it is heard. */
  readonly language: string
  readonly threads: number
}

type Native = Parameters<typeof called>[0]

/** A loaded model; hears one thing at a time. */
export class WhisperModel {
  readonly #api: WhisperApi
  readonly #handle: Pointer
  readonly #abort = new AbortFlag()

  private constructor(api: WhisperApi, handle: Pointer) {
    this.#api = api
    this.#handle = handle
  }

  /** `null`: whisper.cpp's log says why not. */
  static async open(api: WhisperApi, path: string, useGpu: boolean): Promise<WhisperModel | null> {
    const params = { ...api.whisper_context_default_params(), use_gpu: useGpu }
    const handle = await called<Pointer>(api.whisper_init_from_file_with_params as unknown as Native, path, params)
    return handle === null ? null : new WhisperModel(api, handle)
  }

  /** Such as `tiny`. */
  get type(): string {
    return this.#api.whisper_model_type_readable(this.#handle)
  }

  get vocabularyTokens(): number {
    return this.#api.whisper_n_vocab(this.#handle)
  }

  get textTokens(): number {
    return this.#api.whisper_n_text_ctx(this.#handle)
  }

  /** Else it knows English alone. */
  get multilingual(): boolean {
    return this.#api.whisper_is_multilingual(this.#handle) !== 0
  }

  knows(language: string): boolean {
    return this.#api.whisper_lang_id(language) >= 0
  }

  /**
   * Listens, in a thread of its own. Resolves with whisper.cpp's status: 0, or why nothing was heard, an abort among it.
   * @param samples one channel of 16 000 a second
   */
  async listen(samples: Float32Array, { language, prompt, threads, ...order }: Order): Promise<number> {
    this.#abort.lower()
    const held = [copied(samples), text(language), text(prompt)] as const
    const params = {
      ...this.#api.whisper_full_default_params(GREEDY),
      n_threads: threads,
      print_progress: false,
      print_timestamps: false,
      language: held[1],
      initial_prompt: held[2],
      temperature: order.temperature,
      translate: order.translate,
      token_timestamps: order.words,
      abort_callback: this.#abort.callback,
      abort_callback_user_data: this.#abort.data,
    }
    try {
      const listen = this.#api.whisper_full as unknown as Native
      return await called<number>(listen, this.#handle, params, held[0], samples.length)
    } finally {
      for (const pointer of held) koffi.free(pointer)
    }
  }

  /** Ends what `listen` is at, between two nodes of its graph. */
  abort(): void {
    this.#abort.raise()
  }

  /** ISO 639-1, of what was heard last. */
  get language(): string | null {
    return this.#api.whisper_lang_str(this.#api.whisper_full_lang_id(this.#handle))
  }

  /** What was heard last. */
  segments(): readonly FoundSegment[] {
    const api = this.#api
    return counted(api.whisper_full_n_segments(this.#handle), (index) => ({
      text: api.whisper_full_get_segment_text(this.#handle, index),
      start: seconds(api.whisper_full_get_segment_t0(this.#handle, index)),
      end: seconds(api.whisper_full_get_segment_t1(this.#handle, index)),
      silence: api.whisper_full_get_segment_no_speech_prob(this.#handle, index),
      tokens: this.#tokens(index),
    }))
  }

  free(): void {
    this.#api.whisper_free(this.#handle)
  }

  /** Without those that are no text: an end, or a time. */
  #tokens(segment: number): readonly FoundToken[] {
    const api = this.#api
    const end = api.whisper_token_eot(this.#handle)
    const all = counted(
      api.whisper_full_n_tokens(this.#handle, segment),
      (at): TokenData => api.whisper_full_get_token_data(this.#handle, segment, at),
    )
    return all
      .filter(({ id }) => id < end)
      .map(({ id, plog, t0, t1 }) => ({
        id,
        text: api.whisper_token_to_str(this.#handle, id),
        logprob: plog,
        start: seconds(t0),
        end: seconds(t1),
      }))
  }
}

function counted<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Of hundredths. */
function seconds(time: number | bigint): number {
  return Number(time) / 100
}

function copied(samples: Float32Array): bigint {
  const pointer = koffi.alloc('float', samples.length) as bigint
  new Float32Array(koffi.view(pointer, samples.byteLength)).set(samples)
  return pointer
}

function text(value: string): bigint {
  const bytes = Buffer.from(`${value}\0`)
  const pointer = koffi.alloc('uint8_t', bytes.length) as bigint
  new Uint8Array(koffi.view(pointer, bytes.length)).set(bytes)
  return pointer
}
