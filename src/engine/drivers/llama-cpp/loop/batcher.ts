import { TrivetError } from '../../../../core/errors.ts'
import type { GenerateTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { AbortFlag } from '../native/abort-flag.ts'
import type { LlamaApi } from '../native/api.ts'
import { Batch } from '../native/batch.ts'
import type { Context, DecodeOutcome } from '../native/context.ts'
import { Sampler } from '../native/sampler.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import { PromptCache } from './cache.ts'
import { PaceKeeper } from './pace.ts'
import { prepare } from './prepare.ts'
import { type Place, Sequence } from './sequence.ts'

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
  /** Requests worked on at once. */
  readonly slots: number
  /** Finished requests whose tokens stay cached. */
  readonly cachedPrompts: number
  /** Prompt tokens of one slice at most. */
  readonly sliceTokens: number
  /** All slices have the same size and share nothing, so that a prompt's arithmetic depends on nothing else. */
  readonly deterministic: boolean
}

/**
 * The engine's one loop. Each turn decodes one token of every running sequence, then one slice of one waiting prompt,
 * so that a long prompt delays running answers by a slice at most.
 */
export class Batcher {
  readonly #machine: Machine
  readonly #limits: BatcherLimits
  readonly #cache: PromptCache
  readonly #batch: Batch
  readonly #pace: PaceKeeper
  readonly #waiting: Sequence[] = []
  /** Reading their prompts in turn. */
  readonly #reading: Sequence[] = []
  /** Answering. */
  readonly #running: Sequence[] = []
  #current: Sequence | null = null
  #loop: Promise<void> | null = null

  constructor(machine: Machine, limits: BatcherLimits) {
    this.#machine = machine
    this.#limits = limits
    this.#cache = new PromptCache(machine.context, {
      lanes: limits.slots + limits.cachedPrompts,
      exactSliceTokens: limits.deterministic ? limits.sliceTokens : null,
    })
    this.#batch = new Batch(Math.max(limits.sliceTokens, limits.slots))
    this.#pace = new PaceKeeper(limits.sliceTokens)
  }

  /** Takes a task; see `LoadedBackend.submit`. */
  submit(task: GenerateTask, sink: EventSink): () => void {
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
        if (sequence.place !== null) this.#release(sequence.place)
      }
    }
  }

  #release({ lane, sampler }: Place): void {
    this.#cache.release(lane)
    sampler.free()
  }

  /** Gives free places to those who waited longest. */
  #admit(): void {
    while (this.#reading.length + this.#running.length < this.#limits.slots) {
      const sequence = this.#waiting[0]
      const lane = sequence && this.#cache.claim(sequence)
      if (!sequence || !lane) return
      this.#waiting.shift()
      const sampler = new Sampler(this.#machine.api, sequence.task.sampling, {
        vocabulary: this.#machine.vocabulary,
        promptTokens: sequence.prompt,
        contextTokens: this.#limits.contextTokens,
      })
      sequence.place = { lane, sampler }
      this.#reading.push(sequence)
    }
  }

  /** The next token of every running sequence, in one call. */
  async #decodeRunning(): Promise<void> {
    const rows = this.#running.flatMap((sequence) => (sequence.place ? [{ sequence, place: sequence.place }] : []))
    if (rows.length === 0) return
    this.#batch.clear()
    for (const { sequence, place } of rows) {
      this.#batch.add(sequence.nextToken, place.lane.tokens.length, place.lane.id, true)
    }
    const outcome = await this.#cache.decode(this.#batch)
    rows.forEach(({ sequence, place }, row) => {
      if (outcome === 'done') place.lane.tokens.push(sequence.nextToken)
      this.#continue(sequence, place, row, outcome)
    })
  }

  /** One slice of the prompt whose turn it is; a prompt that another one is about to compute a part of waits for it. */
  async #readSlice(): Promise<void> {
    const sequence = this.#reading.find((one, at) => {
      return !this.#reading.slice(0, at).some((other) => this.#cache.isAhead(other, one))
    })
    if (sequence?.place == null || sequence.ended) return
    const { prompt, place } = sequence
    const { lane } = place
    this.#cache.borrow(sequence, lane)
    const start = lane.tokens.length
    const { deterministic, sliceTokens } = this.#limits
    const slice = deterministic ? sliceTokens : this.#pace.sliceTokens(this.#running.length)
    const end = Math.min(start + slice, prompt.length)
    this.#batch.clear()
    for (let at = start; at < end; at++) {
      this.#batch.add(prompt[at] as number, at, lane.id, at === prompt.length - 1)
    }
    this.#current = sequence
    const outcome = await this.#pace.timed(end - start, () => this.#cache.decode(this.#batch))
    this.#current = null
    this.#machine.abort.lower()
    if (outcome === 'done') {
      for (let at = start; at < end; at++) lane.tokens.push(prompt[at] as number)
      lane.read = end
      if (!sequence.ended) sequence.tellProgress(end)
    } else this.#cache.restore(lane)
    if (outcome !== 'done' || end === prompt.length) {
      this.#reading.splice(this.#reading.indexOf(sequence), 1)
      this.#running.push(sequence)
      this.#continue(sequence, place, end - start - 1, outcome)
    }
  }

  #continue(sequence: Sequence, place: Place, row: number, outcome: DecodeOutcome): void {
    if (sequence.ended) return
    if (outcome !== 'done') {
      sequence.fail(new TrivetError('engine_error', { reason: `llama_decode: ${outcome}` }))
      return
    }
    const token = place.sampler.sample(this.#machine.context.handle, row)
    sequence.accept(token, this.#machine.vocabulary, this.#limits.contextTokens)
  }
}

function asEngineError(thrown: unknown): TrivetError {
  return thrown instanceof TrivetError ? thrown : new TrivetError('engine_error', { reason: String(thrown) })
}
