import type { FinishReason, GuessCounts, TokenLogprob } from '../../../../core/event.ts'
import type { GenerateTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { Context } from '../native/context.ts'
import type { Sampler } from '../native/sampler.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import type { Foresight } from '../speculation/foresight.ts'
import type { Head } from '../speculation/head.ts'
import { tokenLogprob } from './logprobs.ts'
import { type PromptRows, Reading } from './reading.ts'
import { TextStream } from './text-stream.ts'

export interface SequenceSetting {
  readonly vocabulary: Vocabulary
  readonly contextTokens: number
  /** Control tokens whose text is part of the answer. */
  readonly shown: ReadonlySet<number>
  /** Guesses this answer's next tokens; `null`: nobody does. */
  readonly foresight: Foresight | null
  /** In milliseconds, in fractions. */
  readonly now: () => number
}

/** One answer on its way through the engine: its prompt, and the text it has produced. */
export class Sequence extends Reading {
  readonly task: GenerateTask
  sampler: Sampler | null = null
  /** Sampled, not yet decoded. */
  nextToken = -1
  /** What may follow `nextToken`: checked in the same step. */
  guess: readonly number[] = []
  /** Tokens of the guess that have been sampled just so. */
  #right = 0
  #toldGuesses: GuessCounts = { accepted: 0, rejected: 0 }
  #generated = 0
  /** When it had its turn, and its first token; `NaN`: not yet. */
  #turnMs = Number.NaN
  #firstMs = Number.NaN
  #untold = 0
  #logprobs: TokenLogprob[] = []
  readonly #setting: SequenceSetting
  readonly #text = new TextStream()

  constructor(task: GenerateTask, prompt: PromptRows, setting: SequenceSetting, sink: EventSink) {
    super(prompt, task.adapters ?? [], sink)
    this.task = task
    this.#setting = setting
  }

  wantsLogits(position: number): boolean {
    return position === this.prompt.length - 1
  }

  /** Control tokens whose text is part of the answer. */
  get shown(): ReadonlySet<number> {
    return this.#setting.shown
  }

  get foresight(): Foresight | null {
    return this.#setting.foresight
  }

  override get head(): Head | null {
    return this.foresight?.head ?? null
  }

  /** Tokens that may still follow the next one. */
  get tokensLeft(): number {
    const { contextTokens } = this.#setting
    const wanted = (this.task.maxTokens ?? Number.POSITIVE_INFINITY) - this.#generated
    return Math.min(wanted, contextTokens - this.prompt.length - this.#generated)
  }

  /** A place is free for it. */
  hasTurn(): void {
    this.#turnMs = this.#setting.now()
  }

  override get borrowable(): number {
    return this.prompt.length - 1
  }

  sliceRead(_start: number, end: number): void {
    this.sink.emit({ type: 'prompt-progress', done: end, total: this.prompt.length, cached: this.borrowed })
  }

  /**
   * Samples the token after batch row `row` of the last decode: tells its text, or ends the sequence.
   * @returns whether it was guessed, so that the next row holds what follows it
   */
  sample(context: Context, row: number): boolean {
    const token = this.sampler?.sample(context.handle, row) ?? -1
    if (this.task.logprobs !== undefined) {
      const logits = context.logits(row, this.#setting.vocabulary.size)
      this.#logprobs.push(tokenLogprob(token, logits, this.task.logprobs, this.#setting.vocabulary))
    }
    const guessed = token === this.guess[this.#right]
    if (guessed) this.#right++
    this.#accept(token)
    return guessed
  }

  /** The guess has been checked, as far as it was right. */
  judge(): void {
    if (this.guess.length > 0) this.foresight?.judged(this.guess.length, this.#right)
    this.guess = []
    this.#right = 0
  }

  #accept(token: number): void {
    const { vocabulary, shown } = this.#setting
    this.nextToken = token
    this.foresight?.history.push(token)
    if (this.#generated === 0) this.#firstMs = this.#setting.now()
    this.#generated++
    this.#untold++
    const text = this.#text.push(shown.has(token) ? vocabulary.controlPiece(token) : vocabulary.piece(token))
    if (vocabulary.endsTurn(token)) this.#finish('stop', text + this.#text.end())
    // A character cut in half by a limit is left out, not shown as damage.
    else if (this.#atLimit()) this.#finish('length', text)
    else if (text !== '') this.#tell(text)
  }

  #atLimit(): boolean {
    return this.tokensLeft <= 0
  }

  #tell(text: string): void {
    const logprobs = this.task.logprobs === undefined ? {} : { logprobs: this.#logprobs }
    this.#tellGuesses()
    this.sink.emit({ type: 'text-delta', text, tokens: this.#untold, ...logprobs })
    this.#untold = 0
    this.#logprobs = []
  }

  #tellGuesses(): void {
    const counts = this.#guesses()
    const { accepted, rejected } = this.#toldGuesses
    if (counts === null || (counts.accepted === accepted && counts.rejected === rejected)) return
    this.#toldGuesses = counts
    this.sink.emit({ type: 'guess-progress', ...counts })
  }

  #guesses(): GuessCounts | null {
    return this.foresight?.counts(this.guess.length, this.#right) ?? null
  }

  #finish(reason: FinishReason, text: string): void {
    if (text !== '' || this.#untold > 0) this.#tell(text)
    const guesses = this.#guesses()
    this.sink.emit({
      type: 'usage',
      promptTokens: this.prompt.length,
      completionTokens: this.#generated,
      cachedTokens: this.borrowed,
      ...(guesses !== null && { speculation: guesses }),
      timings: { promptMs: this.#firstMs - this.#turnMs, answerMs: this.#setting.now() - this.#firstMs },
    })
    this.sink.emit({ type: 'finish', reason })
    this.end()
  }
}
