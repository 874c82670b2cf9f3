import type { TrivetError } from '../../../../core/errors.ts'
import type { Adapter } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { Lease } from '../leases.ts'
import { adapterKey } from '../native/adapters.ts'
import type { Context } from '../native/context.ts'
import type { Head } from '../speculation/head.ts'
import type { Lane } from './lane.ts'
import type { MediaSpan } from './spans.ts'

/** A prompt as rows of the cache. */
export interface PromptRows {
  /** Ids of the vocabulary, and of rows that are no tokens. */
  readonly tokens: ArrayLike<number>
  /** Which rows those are, in order. */
  readonly media: readonly MediaSpan[]
}

/** A prompt that is read into the cache, slice by slice, for whatever comes after. */
export abstract class Reading {
  readonly prompt: ArrayLike<number>
  readonly media: readonly MediaSpan[]
  readonly adapters: readonly Adapter[]
  /** Two readings share cached tokens only under the same key. */
  readonly key: string
  lane: Lane | null = null
  /** Prompt tokens found in the cache rather than computed. */
  borrowed = 0
  ended = false
  /** Its last slice was thrown away because another one had left: see `Batcher.#mayUndo`. */
  undone = false
  /** What was loaded for it: to be released once no step can need it. */
  leases: readonly Lease<unknown>[] = []
  protected readonly sink: EventSink

  constructor({ tokens, media }: PromptRows, adapters: readonly Adapter[], sink: EventSink) {
    this.prompt = tokens
    this.media = media
    this.adapters = adapters
    this.key = adapterKey(adapters)
    this.sink = sink
  }

  /** Are the logits after this position needed? Positions before the first such may be taken from the cache. */
  abstract wantsLogits(position: number): boolean

  /** A slice from `start` to `end` has been computed; its rows, from `firstRow` on, are still in the context. */
  abstract sliceRead(start: number, end: number, context: Context, firstRow: number): void

  /** What is to hear of all that is computed for it. */
  get head(): Head | null {
    return null
  }

  /** Tokens of the prompt that may be taken from the cache: never all of them, so that there is something to compute. */
  get borrowable(): number {
    let length = 0
    while (length < this.prompt.length - 1 && !this.wantsLogits(length)) length++
    return length
  }

  fail(error: TrivetError): void {
    if (this.ended) return
    this.sink.emit({ type: 'error', error: error.report() })
    this.end()
  }

  /** No event follows. */
  end(): void {
    if (this.ended) return
    this.ended = true
    this.sink.end()
  }
}
