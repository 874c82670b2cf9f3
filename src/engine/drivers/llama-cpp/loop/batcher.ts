import { TrivetError } from '../../../../core/errors.ts'
import type { EngineTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { AbortFlag } from '../native/abort-flag.ts'
import type { LlamaApi } from '../native/api.ts'
import { Batch } from '../native/batch.ts'
import type { Context, DecodeOutcome } from '../native/context.ts'
import { Sampler } from '../native/sampler.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import { prepare } from './prepare.ts'
import { Sequence } from './sequence.ts'

/** The native side of one loaded model. */
export interface Machine {
  readonly api: LlamaApi
  readonly vocabulary: Vocabulary
  readonly context: Context
  readonly abort: AbortFlag
}

export interface BatcherLimits {
  /** Tokens of one sequence, prompt and answer. */
  readonly contextTokens: number
  /** Sequences in the KV cache at once. */
  readonly slots: number
  /** Prompt tokens processed before running answers get their next token. */
  readonly sliceTokens: number
}

/**
 * The engine's one loop. Each turn decodes one token of every running sequence, then one slice of one waiting prompt,
 * so that a long prompt delays running answers by a slice at most. The two kinds of rows go into separate calls, and
 * slices start at fixed multiples: then a row's arithmetic doesn't depend on who else is served, and the same request
 * gives the same text alone and in company.
 */
export class Batcher {
  readonly #machine: Machine
  readonly #limits: BatcherLimits
  readonly #batch: Batch
  readonly #freeSlots: number[]
  readonly #waiting: Sequence[] = []
  /** In the cache: reading their prompts in turn, then running. */
  readonly #reading: Sequence[] = []
  readonly #running: Sequence[] = []
  #current: Sequence | null = null
  #loop: Promise<void> | null = null

  constructor(machine: Machine, limits: BatcherLimits) {
    this.#machine = machine
    this.#limits = limits
    this.#batch = new Batch(Math.max(limits.sliceTokens, limits.slots))
    this.#freeSlots = Array.from({ length: limits.slots }, (_, slot) => limits.slots - 1 - slot)
  }

  /** Takes a task; see `LoadedBackend.submit`. */
  submit(task: EngineTask, sink: EventSink): () => void {
    let cancelled = false
    let sequence: Sequence | null = null
    prepare(task, this.#machine.vocabulary, this.#limits.contextTokens).then(
      (prompt) => {
        if (cancelled) {
          sink.end()
          return
        }
        sequence = new Sequence(task, prompt, sink)
        this.#waiting.push(sequence)
        this.#wake()
      },
      (error: unknown) => {
        if (!cancelled) sink.emit({ type: 'error', error: asEngineError(error).report() })
        sink.end()
      },
    )
    return () => {
      cancelled = true
      sequence?.end()
      if (sequence !== null && sequence === this.#current) this.#machine.abort.raise()
    }
  }

  /** Resolves when nothing is running any more. */
  async idle(): Promise<void> {
    await this.#loop
  }

  #wake(): void {
    this.#loop ??= this.#turns().finally(() => {
      this.#loop = null
    })
  }

  async #turns(): Promise<void> {
    while (this.#waiting.length + this.#reading.length + this.#running.length > 0) {
      this.#dropEnded()
      this.#admit()
      await this.#decodeRunning()
      await this.#readSlice()
    }
  }

  #dropEnded(): void {
    for (const list of [this.#waiting, this.#reading, this.#running]) {
      for (const sequence of list.filter((one) => one.ended)) {
        list.splice(list.indexOf(sequence), 1)
        this.#release(sequence)
      }
    }
  }

  #release({ place }: Sequence): void {
    if (place === null) return
    this.#machine.context.forget(place.slot)
    place.sampler.free()
    this.#freeSlots.push(place.slot)
  }

  /** Gives free places to those who waited longest. */
  #admit(): void {
    while (this.#waiting.length > 0 && this.#freeSlots.length > 0) {
      const sequence = this.#waiting.shift() as Sequence
      const sampler = new Sampler(this.#machine.api, sequence.task.sampling, {
        vocabulary: this.#machine.vocabulary,
        promptTokens: sequence.prompt,
        contextTokens: this.#limits.contextTokens,
      })
      sequence.place = { slot: this.#freeSlots.pop() as number, sampler }
      this.#reading.push(sequence)
    }
  }

  /** The next token of every running sequence, in one call. */
  async #decodeRunning(): Promise<void> {
    const sequences = this.#running.filter((sequence) => !sequence.ended)
    if (sequences.length === 0) return
    this.#batch.clear()
    for (const sequence of sequences) {
      this.#batch.add(sequence.nextToken, sequence.cached, slotOf(sequence), true)
      sequence.cached++
    }
    const outcome = await this.#machine.context.decode(this.#batch)
    sequences.forEach((sequence, row) => {
      this.#continue(sequence, row, outcome)
    })
  }

  /** One slice of the prompt whose turn it is. */
  async #readSlice(): Promise<void> {
    const sequence = this.#reading.shift()
    if (sequence === undefined) return
    if (sequence.ended) {
      this.#release(sequence)
      return
    }
    const { prompt, cached } = sequence
    const end = Math.min(cached + this.#limits.sliceTokens, prompt.length)
    this.#batch.clear()
    for (let at = cached; at < end; at++) {
      this.#batch.add(prompt[at] as number, at, slotOf(sequence), at === prompt.length - 1)
    }
    this.#current = sequence
    const outcome = await this.#machine.context.decode(this.#batch)
    this.#current = null
    this.#machine.abort.lower()
    sequence.cached = end
    if (sequence.ended) {
      this.#release(sequence)
      return
    }
    if (outcome === 'done') sequence.tellProgress()
    if (outcome === 'done' && !sequence.prefilled) this.#reading.push(sequence)
    else {
      this.#running.push(sequence)
      this.#continue(sequence, this.#batch.rows - 1, outcome)
    }
  }

  #continue(sequence: Sequence, row: number, outcome: DecodeOutcome): void {
    if (sequence.ended || sequence.place === null) return
    if (outcome !== 'done') {
      sequence.fail(new TrivetError('engine_error', { reason: `llama_decode: ${outcome}` }))
      return
    }
    const token = sequence.place.sampler.sample(this.#machine.context.handle, row)
    sequence.accept(token, this.#machine.vocabulary, this.#limits.contextTokens)
  }
}

function slotOf(sequence: Sequence): number {
  if (sequence.place === null) throw new Error('a sequence without a place cannot be decoded')
  return sequence.place.slot
}

function asEngineError(thrown: unknown): TrivetError {
  return thrown instanceof TrivetError ? thrown : new TrivetError('engine_error', { reason: String(thrown) })
}
