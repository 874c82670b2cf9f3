import type { FinishReason, TokenLogprob } from '../../../../core/event.ts'
import type { GenerateTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { Context } from '../native/context.ts'
import type { Sampler } from '../native/sampler.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import type { Foresight } from '../speculation/foresight.ts'
import { tokenLogprob } from './logprobs.ts'
import { Reading } from './reading.ts'
import { TextStream } from './text-stream.ts'

export interface SequenceSetting {
  readonly vocabulary: Vocabulary
  readonly contextTokens: number
  /** Control tokens whose text is part of the answer. */
  readonly shown: ReadonlySet<number>
  /** Guesses this answer's next tokens; `null`: nobody does. */
  readonly foresight: Foresight | null
}

/** One answer on its way through the engine: its prompt, and the text it has produced. */
export class Sequence extends Reading {
  readonly task: GenerateTask
  sampler: Sampler | null = null
  /** Sampled, not yet decoded. */
  nextToken = -1
  /** What may follow `nextToken`: checked in the same step. */
  guess: readonly number[] = []
  #generated = 0
  #untold = 0
  #logprobs: TokenLogprob[] = []
  readonly #setting: SequenceSetting
  readonly #text = new TextStream()

  constructor(task: GenerateTask, prompt: ArrayLike<number>, setting: SequenceSetting, sink: EventSink) {
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

  /** Tokens that may still follow the next one. */
  get tokensLeft(): number {
    const { contextTokens } = this.#setting
    const wanted = (this.task.maxTokens ?? Number.POSITIVE_INFINITY) - this.#generated
    return Math.min(wanted, contextTokens - this.prompt.length - this.#generated)
  }

  override get borrowable(): number {
    return this.prompt.length - 1
  }

  sliceRead(_start: number, end: number): void {
    this.sink.emit({ type: 'prompt-progress', done: end, total: this.prompt.length, cached: this.borrowed })
  }

  /** Samples the token after batch row `row` of the last decode: tells its text, or ends the sequence. */
  sample(context: Context, row: number): void {
    const token = this.sampler?.sample(context.handle, row) ?? -1
    if (this.task.logprobs !== undefined) {
      const logits = context.logits(row, this.#setting.vocabulary.size)
      this.#logprobs.push(tokenLogprob(token, logits, this.task.logprobs, this.#setting.vocabulary))
    }
    this.#accept(token)
  }

  /** So many of the guess were right. */
  judge(right: number): void {
    if (this.guess.length > 0) this.foresight?.judged(this.guess.length, right)
    this.guess = []
  }

  #accept(token: number): void {
    const { vocabulary, shown } = this.#setting
    this.nextToken = token
    this.foresight?.history.push(token)
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
    this.sink.emit({ type: 'text-delta', text, tokens: this.#untold, ...logprobs })
    this.#untold = 0
    this.#logprobs = []
  }

  #finish(reason: FinishReason, text: string): void {
    if (text !== '' || this.#untold > 0) this.#tell(text)
    this.sink.emit({
      type: 'usage',
      promptTokens: this.prompt.length,
      completionTokens: this.#generated,
      cachedTokens: this.borrowed,
      ...(this.foresight !== null && { speculation: this.foresight.counts() }),
    })
    this.sink.emit({ type: 'finish', reason })
    this.end()
  }
}
