import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { TrivetError } from '../../../../core/errors.ts'
import type { Adapter, GenerateTask, LogitsTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { AbortFlag } from '../../../native/abort-flag.ts'
import type { MediaReader } from '../media/media-reader.ts'
import type { Adapters } from '../native/adapters.ts'
import type { LlamaApi } from '../native/api.ts'
import { Batch } from '../native/batch.ts'
import type { Context, DecodeOutcome } from '../native/context.ts'
import type { EmbeddingBatch } from '../native/embedding-batch.ts'
import { Grammar } from '../native/grammar.ts'
import { Sampler } from '../native/sampler.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import { guessAhead } from '../speculation/guess-ahead.ts'
import { Listener } from '../speculation/listener.ts'
import type { Oracle } from '../speculation/oracle.ts'
import { PromptCache } from './cache.ts'
import { LaneCells } from './lane-cells.ts'
import { type Load, PaceKeeper } from './pace.ts'
import { prepare } from './prepare.ts'
import { readSpan } from './read-span.ts'
import type { Reading } from './reading.ts'
import { Sequence } from './sequence.ts'
import { endOf, type MediaSpan } from './spans.ts'
import {
  answerRows,
  changesAdapters,
  fillBatch,
  recordStep,
  type Slice,
  type Step,
  stepsOf,
  stillWanted,
} from './step.ts'

/** The native side of one loaded model. */
export interface Machine {
  readonly api: LlamaApi
  readonly vocabulary: Vocabulary
  readonly context: Context
  readonly adapters: Adapters
  readonly abort: AbortFlag
  readonly oracle: Oracle
  /** `null`: the model reads text only. */
  readonly media: MediaSide | null
}

/** How a model reads images and sounds. */
export interface MediaSide {
  readonly reader: MediaReader
  readonly batch: EmbeddingBatch
}

export interface BatcherLimits {
  /** Tokens of one sequence, prompt and answer. */
  readonly contextTokens: number
  /** Requests worked on at once. */
  readonly slots: number
  /** Prompt tokens of one slice at most. */
  readonly sliceTokens: number
  /** All slices have the same size and share nothing, so that a prompt's arithmetic depends on nothing else. */
  readonly deterministic: boolean
  /** One call for each sequence: for weights whose kernels round by the number of rows. Answers with adapters have one anyway, if `deterministic`. */
  readonly decodesAlone: boolean
  /** See `CachePolicy`. */
  readonly wholeOnly: boolean
  readonly shelfBytes: number
  /** See `CachePolicy`. */
  readonly onShelfBytes?: (bytes: number) => void
}

/** To change the adapters costs as much as some tokens do. */
const TOKENS_BETWEEN_CHANGES = 4

/**
 * The engine's one loop. Each turn computes the next token of every running answer and a bounded slice of the waiting
 * prompts, so that a long prompt delays running answers by a slice at most.
 */
export class Batcher {
  readonly #machine: Machine
  readonly #limits: BatcherLimits
  readonly #cache: PromptCache
  readonly #batch: Batch
  readonly #listener: Listener
  readonly #pace: PaceKeeper
  readonly #now: () => number
  readonly #waiting: Reading[] = []
  /** Reading their prompts in turn. */
  readonly #reading: Reading[] = []
  /** Answering. */
  readonly #running: Sequence[] = []
  /** Whose slices are being computed. */
  #current: readonly Reading[] = []
  #turning = false
  #loop: Promise<void> = Promise.resolve()

  /** @param now milliseconds that only grow, in fractions: what answers are timed by */
  constructor(machine: Machine, limits: BatcherLimits, now: () => number = () => performance.now()) {
    this.#machine = machine
    this.#now = now
    this.#limits = limits
    const { heads } = machine.oracle
    this.#listener = new Listener(heads)
    this.#cache = new PromptCache(new LaneCells(machine.context, heads), {
      lanes: limits.slots,
      exactSliceTokens: limits.deterministic ? limits.sliceTokens : null,
      wholeOnly: limits.wholeOnly,
      shelfBytes: limits.shelfBytes,
      onShelfBytes: limits.onShelfBytes,
      laneTokens: limits.contextTokens,
    })
    this.#batch = new Batch(Math.max(limits.sliceTokens, limits.slots))
    this.#pace = new PaceKeeper(limits.sliceTokens, now)
  }

  /** Takes a task; see `LoadedBackend.submit`. */
  submit(task: GenerateTask | LogitsTask, sink: EventSink): () => void {
    let cancelled = false
    let reading: Reading | null = null
    const { vocabulary, abort, oracle } = this.#machine
    const { contextTokens } = this.#limits
    const mediaReader = this.#machine.media?.reader ?? null
    const foresee = oracle.foresee.bind(oracle)
    prepare(task, { vocabulary, contextTokens, mediaReader, foresee, now: this.#now }, sink).then(
      (prepared) => {
        reading = prepared
        if (!cancelled) return this.#enqueue(reading)
        reading.end()
        letGo(reading)
      },
      (error: unknown) => {
        if (!cancelled) sink.emit({ type: 'error', error: asEngineError(error).report() })
        sink.end()
      },
    )
    return () => {
      cancelled = true
      reading?.end()
      if (reading !== null && this.#current.includes(reading) && this.#mayUndo()) abort.raise()
    }
  }

  /** Resolves when nothing is running any more. */
  async idle(): Promise<void> {
    await this.#loop
  }

  #enqueue(reading: Reading): void {
    this.#waiting.push(reading)
    if (!this.#turning) this.#loop = this.#turns()
  }

  async #turns(): Promise<void> {
    this.#turning = true
    while (this.#waiting.length + this.#reading.length + this.#running.length > 0) {
      this.#dropEnded()
      await this.#admit()
      await guessAhead(this.#running, this.#limits.contextTokens)
      const steps = stepsOf(this.#running, this.#nextSlices(), (sequence) => this.#isAlone(sequence))
      const changes = changesAdapters(steps)
      for (const step of steps) await this.#computeInTurn(step, changes)
    }
    // In the same breath as the last look at the lists: nothing can arrive between.
    this.#turning = false
  }

  #isAlone({ adapters }: Sequence): boolean {
    const { deterministic, decodesAlone } = this.#limits
    // Whatever the model's weights are, those of adapters are floats: see `row-rounding.ts`.
    return decodesAlone || (deterministic && adapters.length > 0)
  }

  #dropEnded(): void {
    for (const list of [this.#waiting, this.#reading, this.#running]) {
      for (const ended of list.filter((one) => one.ended)) {
        list.splice((list as Reading[]).indexOf(ended), 1)
        if (ended.lane !== null) this.#cache.release(ended.lane)
        letGo(ended)
      }
    }
  }

  /** Gives free places to those who waited longest. */
  async #admit(): Promise<void> {
    while (this.#reading.length + this.#running.length < this.#limits.slots) {
      const reading = this.#waiting[0]
      const lane = reading && this.#cache.claim(reading)
      if (!reading || !lane) return
      this.#waiting.shift()
      reading.lane = lane
      if (reading instanceof Sequence) reading.hasTurn()
      this.#reading.push(reading)
      const taken = await this.#machine.adapters.take(reading.adapters)
      if (typeof taken === 'string') reading.fail(adapterRefused(taken))
      else reading.leases = [...reading.leases, ...taken]
    }
  }

  /**
   * Slices of the prompts whose turn it is, as many as there is room for in this turn; exact ones go one a turn.
   * A prompt that another is about to compute a part of waits for that.
   */
  #nextSlices(): readonly Slice[] {
    const slices: Slice[] = []
    let room = this.#sliceTokens()
    for (const [at, reading] of this.#reading.entries()) {
      if (room === 0) break
      if (reading.lane === null || reading.ended) continue
      if (this.#reading.some((other, place) => this.#cache.isAhead(other, reading, place < at))) continue
      this.#cache.borrow(reading, reading.lane)
      const start = reading.lane.tokens.length
      const span = spanFrom(start, reading.media)
      const end = span ? endOf(span) : this.#cache.sliceEnd(reading, Math.min(start + room, textEnd(start, reading)))
      slices.push({ reading, start, end, span })
      room = this.#limits.deterministic ? 0 : Math.max(0, room - (end - start))
    }
    return slices
  }

  /** Where others wait for adapters of their own, answers get several tokens before it is their turn again. */
  async #computeInTurn(step: Step, changes: boolean): Promise<void> {
    await this.#compute(step)
    if (!changes || step.slices.length > 0) return
    for (let token = 1; token < TOKENS_BETWEEN_CHANGES; token++) await this.#compute(step)
  }

  /** Computes what somebody still waits for of a step that was planned before others were computed. */
  async #compute(planned: Step): Promise<void> {
    const step = stillWanted(planned)
    const { sequences, slices } = step
    if (sequences.length + slices.length === 0) return
    const [slice] = slices
    if (slice?.span) return this.#computeSpan(slice, slice.span)
    const answerWidth = answerRows(step)
    const bridges = this.#cache.bridges(sequences, answerWidth)
    const rows = fillBatch(this.#batch, step, bridges, answerWidth)
    this.#machine.adapters.apply(adaptersOf(step))
    this.#listener.prepare(step)
    this.#current = slices.map(({ reading }) => reading)
    const outcome = await this.#decode({ of: slices.length === 0 ? 'answers' : 'prompts', rows: this.#batch.rows })
    this.#current = []
    this.#machine.abort.lower()
    for (const lane of bridges) this.#cache.restore(lane)
    if (outcome !== 'done') {
      this.#undo(step, outcome)
      return
    }
    recordStep(step)
    for (const sequence of sequences) {
      this.#continue(sequence, rows.get(sequence) ?? 0)
      if (answerWidth > 1 && sequence.lane !== null) this.#cache.restore(sequence.lane)
    }
    for (const slice of slices) this.#sliceRead(slice, rows.get(slice.reading) ?? 0)
    await this.#listener.hear(step, rows)
  }

  /** An image or a sound: encoded where it isn't yet, which no cancel can cut short, and read. */
  async #computeSpan(slice: Slice, span: MediaSpan): Promise<void> {
    const { context, media, adapters, abort } = this.#machine
    const { reading } = slice
    if (media === null) return
    const step = { sequences: [], slices: [slice] }
    adapters.apply(adaptersOf(step))
    this.#listener.prepare(step)
    this.#current = [reading]
    try {
      const { outcome, lastRow } = await readSpan({ reading, span }, context, media.batch)
      if (outcome === 'unwanted') return
      if (outcome !== 'done') return this.#undo(step, outcome)
      recordStep(step)
      this.#sliceRead(slice, lastRow + 1 - span.rows)
    } catch (error) {
      reading.fail(asEngineError(error))
    } finally {
      this.#current = []
      abort.lower()
    }
  }

  /** @param load what is in the batch */
  async #decode(load: Load): Promise<DecodeOutcome> {
    const { context } = this.#machine
    if (!this.#pace.isBrief(load)) return this.#pace.timed(load, () => context.decode(this.#batch))
    // What has been said goes out first, and what has come in is heard.
    await setImmediate()
    return this.#pace.timed(load, () => context.decodeHere(this.#batch))
  }

  /**
   * Whether the step being computed may be thrown away now that one of those whose slices it computes has left. Who has
   * lost a slice that way loses no other before one has been read: else clients that come and leave would keep it from
   * ever getting on. Nor does anybody lose more than this slice.
   */
  #mayUndo(): boolean {
    const keeps = ({ undone, lane }: Reading) => !undone && (lane === null || this.#cache.isRestorable(lane))
    return this.#current.every((reading) => reading.ended || keeps(reading))
  }

  /** An abort was meant for one of the prompts being read: all else in the step is computed anew in the next. */
  #undo({ sequences, slices }: Step, outcome: DecodeOutcome): void {
    for (const reading of [...sequences, ...slices.map((slice) => slice.reading)]) {
      if (reading.lane !== null) this.#cache.restore(reading.lane)
      if (outcome === 'aborted') reading.undone = true
      else reading.fail(decodeFailed(outcome))
    }
  }

  /** @param firstRow of the slice in the batch */
  #sliceRead({ reading, start, end }: Slice, firstRow: number): void {
    reading.undone = false
    if (!reading.ended) reading.sliceRead(start, end, this.#machine.context, firstRow)
    if (reading.lane !== null) this.#cache.promptRead(reading, reading.lane)
    this.#reading.splice(this.#reading.indexOf(reading), 1)
    if (end < reading.prompt.length || !(reading instanceof Sequence)) this.#reading.push(reading)
    else this.#start(reading, firstRow + end - start - 1)
  }

  #sliceTokens(): number {
    const { deterministic, sliceTokens } = this.#limits
    return deterministic ? sliceTokens : this.#pace.sliceTokens(this.#running.length, this.#reading.length)
  }

  /** The prompt has been read; `row` holds the logits of the first token to come. */
  #start(sequence: Sequence, row: number): void {
    this.#running.push(sequence)
    if (sequence.ended) return
    try {
      sequence.sampler = this.#samplerFor(sequence)
    } catch (refusal) {
      sequence.fail(asEngineError(refusal))
      return
    }
    this.#continue(sequence, row)
  }

  /** Throws `invalid_value` for a grammar that llama.cpp can't read. */
  #samplerFor({ task, prompt, media, shown }: Sequence): Sampler {
    const { api, vocabulary } = this.#machine
    const { minTokens = 0, ignoreEos, sampling, constraint } = task
    return new Sampler(api, sampling, {
      vocabulary,
      promptTokens: media.length === 0 ? prompt : Array.from(prompt).filter((token) => token >= 0),
      contextTokens: this.#limits.contextTokens,
      minTokens: ignoreEos ? Number.POSITIVE_INFINITY : minTokens,
      grammar: constraint === undefined ? null : new Grammar(api, vocabulary, constraint, shown),
    })
  }

  /** Samples the next token, and those after it for as long as they were guessed right. */
  #continue(sequence: Sequence, row: number): void {
    try {
      for (let next = row; !sequence.ended; next++) {
        const guessed = sequence.sample(this.#machine.context, next)
        if (sequence.ended || !guessed) break
        sequence.lane?.tokens.push(sequence.nextToken)
      }
    } catch (stuck) {
      sequence.fail(asEngineError(stuck))
    }
    sequence.judge()
  }
}

/** No step will need it any more. */
function letGo(reading: Reading): void {
  for (const lease of reading.leases) lease.release()
  if (!(reading instanceof Sequence)) return
  reading.sampler?.free()
  reading.foresight?.close()
}

/** Where the text that begins at `start` ends: at the next span, or with the prompt. */
function textEnd(start: number, { media, prompt }: Reading): number {
  return media.find((span) => span.start > start)?.start ?? prompt.length
}

function spanFrom(start: number, media: readonly MediaSpan[]): MediaSpan | null {
  return media.find((span) => span.start === start) ?? null
}

function adaptersOf({ sequences, slices }: Step): readonly Adapter[] {
  return (sequences[0] ?? slices[0]?.reading)?.adapters ?? []
}

function decodeFailed(outcome: DecodeOutcome): TrivetError {
  return new TrivetError('engine_error', { reason: `llama_decode: ${outcome}` })
}

function adapterRefused(path: string): TrivetError {
  const reason = `llama.cpp can't use the LoRA adapter ${basename(path)} with this model; its log says why.`
  return new TrivetError('invalid_value', { reason }, 'lora_path')
}

function asEngineError(thrown: unknown): TrivetError {
  return thrown instanceof TrivetError ? thrown : new TrivetError('engine_error', { reason: String(thrown) })
}
