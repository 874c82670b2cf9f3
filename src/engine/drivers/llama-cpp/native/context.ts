import type { KvType, Pooling } from '../../../../core/placement.ts'
import type { AbortFlag } from '../../../native/abort-flag.ts'
import { type CoreTurns, NO_TURNS } from '../cores/turns.ts'
import { type LlamaApi, onPool, type Pointer, type Struct } from './api.ts'
import { viewFloats } from './memory.ts'
import { createThreadpool } from './threadpool.ts'

/** What a context is made for: how much fits into it, and how it computes. */
export interface ContextSize {
  /** KV cells of all sequences together. */
  readonly cells: number
  readonly sequences: number
  /** Rows of one `llama_decode` at most. */
  readonly batchRows: number
  readonly threads: number
  /** Attention without ggml's flash kernels, whose rounding depends on how many sequences are in the batch. */
  readonly exactAttention: boolean
  /** Makes vectors of texts instead of logits. */
  readonly embeddings: boolean
  /** `null`: as the file says. */
  readonly pooling: Pooling | null
  readonly kvType: KvType
  readonly flashAttention: keyof typeof FLASH_ATTENTION
  /** Of the model's MTP layers, not of the model (`LLAMA_CONTEXT_TYPE_MTP`). Default false. */
  readonly head?: boolean
  /** Among engines; default: it waits for none. */
  readonly turns?: CoreTurns
  /** A context whose model lends its own matrices where this one's has none. */
  readonly beside?: Pointer
}

/** `enum llama_flash_attn_type`. */
const FLASH_ATTENTION = { auto: -1, off: 0, on: 1 }

/** `enum llama_pooling_type`. */
const POOLING_TYPES: Readonly<Record<Pooling, number>> = { mean: 1, cls: 2, last: 3 }

/** `enum ggml_type`. */
const GGML_TYPES: Readonly<Record<KvType, number>> = {
  f32: 0,
  f16: 1,
  q4_0: 2,
  q4_1: 3,
  q5_0: 6,
  q5_1: 7,
  q8_0: 8,
  iq4_nl: 20,
  bf16: 30,
}

/** What `llama_decode` came to. */
export type DecodeOutcome = 'done' | 'aborted' | 'no-cells' | 'failed'

/** A llama.cpp context: the KV cache of one loaded model and the means to extend it. */
export class Context {
  readonly handle: Pointer
  readonly #api: LlamaApi
  readonly #memory: Pointer
  readonly #turns: CoreTurns

  private constructor(api: LlamaApi, handle: Pointer, turns: CoreTurns) {
    this.#api = api
    this.handle = handle
    this.#turns = turns
    this.#memory = api.llama_get_memory(handle)
  }

  /**
   * Rejects when llama.cpp can't make it; the reason is in its log. Allocating a large cache takes seconds.
   * @param threadpool computes for it; contexts may share one as long as only one of them decodes at a time
   */
  static async create(
    api: LlamaApi,
    model: Pointer,
    size: ContextSize,
    abort: AbortFlag,
    threadpool: Pointer = createThreadpool(api, size.threads),
  ): Promise<Context> {
    const handle = await onPool(api.llama_init_from_model, model, {
      ...api.llama_context_default_params(),
      n_ctx: size.cells,
      n_batch: size.batchRows,
      n_ubatch: size.batchRows,
      n_seq_max: size.sequences,
      ctx_type: size.head ? 1 : 0,
      ctx_other: size.beside ?? null,
      type_k: GGML_TYPES[size.kvType],
      type_v: GGML_TYPES[size.kvType],
      embeddings: size.embeddings,
      ...(size.pooling !== null && { pooling_type: POOLING_TYPES[size.pooling] }),
      n_threads: size.threads,
      n_threads_batch: size.threads,
      flash_attn_type: FLASH_ATTENTION[size.exactAttention ? 'off' : size.flashAttention],
      // Cells of its own for each sequence: in a shared cache, attention walks over everybody's.
      kv_unified: size.embeddings,
      abort_callback: abort.callback,
      abort_callback_data: abort.data,
    })
    if (handle === null) throw new Error('llama_init_from_model returned NULL')
    if (threadpool !== null) api.llama_attach_threadpool(handle, threadpool, threadpool)
    return new Context(api, handle, size.turns ?? NO_TURNS)
  }

  /** Computes the batch, off the main thread. */
  decode(batch: { readonly struct: Struct }): Promise<DecodeOutcome> {
    return this.#inTurn(() => onPool(this.#api.llama_decode, this.handle, batch.struct))
  }

  /** Runs the encoder of a model that has one over the batch, off the main thread. */
  encode(batch: { readonly struct: Struct }): Promise<DecodeOutcome> {
    return this.#inTurn(() => onPool(this.#api.llama_encode, this.handle, batch.struct))
  }

  /** Computes the batch on the main thread, which hears nothing meanwhile. */
  decodeHere(batch: { readonly struct: Struct }): Promise<DecodeOutcome> {
    return this.#inTurn(() => this.#api.llama_decode(this.handle, batch.struct))
  }

  /** Whether rows of one decode see those after them, too. */
  attendBothWays(on: boolean): void {
    this.#api.llama_set_causal_attn(this.handle, !on)
  }

  /** The logits after batch row `row` of the last decode: a view, good until the next. */
  logits(row: number, vocabularySize: number): Float32Array {
    return viewFloats(this.#api.llama_get_logits_ith(this.handle, row), vocabularySize)
  }

  /** The pooled vector of a sequence of the last decode: a view, good until the next. */
  pooled(sequence: number, size: number): Float32Array {
    return viewFloats(this.#api.llama_get_embeddings_seq(this.handle, sequence), size)
  }

  /** A copy of all that a sequence holds. */
  save(sequence: number): Uint8Array {
    const state = Buffer.allocUnsafe(Number(this.#api.llama_state_seq_get_size(this.handle, sequence)))
    this.#api.llama_state_seq_get_data(this.handle, state, state.length, sequence)
    return state
  }

  /** Gives an empty sequence what `save` copied. False when there is no room for it. */
  load(sequence: number, state: Uint8Array): boolean {
    return Number(this.#api.llama_state_seq_set_data(this.handle, state, state.length, sequence)) > 0
  }

  /** Empties the cache; encoder models have none. */
  clear(): void {
    if (this.#memory !== null) this.#api.llama_memory_clear(this.#memory, false)
  }

  /** Frees the cells of a sequence from position `length` on. */
  cut(sequence: number, length: number): void {
    this.#api.llama_memory_seq_rm(this.#memory, sequence, length, -1)
  }

  free(): void {
    this.#api.llama_free(this.handle)
  }

  async #inTurn(compute: () => number | Promise<number>): Promise<DecodeOutcome> {
    await this.#turns.take()
    try {
      return outcomeOf(await compute())
    } finally {
      this.#turns.give()
    }
  }
}

function outcomeOf(code: number): DecodeOutcome {
  return code === 0 ? 'done' : code === 1 ? 'no-cells' : code === 2 ? 'aborted' : 'failed'
}
