import type { FinishReason, TokenLogprob } from '../../../../core/event.ts'
import type { GenerateTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { Context } from '../native/context.ts'
import type { Sampler } from '../native/sampler.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import { tokenLogprob } from './logprobs.ts'
import { Reading } from './reading.ts'
import { TextStream } from './text-stream.ts'

export interface SequenceSetting {
  readonly vocabulary: Vocabulary
  readonly contextTokens: number
  /** Control tokens whose text is part of the answer. */
  readonly shown: ReadonlySet<number>
}

/** One answer on its way through the engine: its prompt, and the text it has produced. */
export class Sequence extends Reading {
  readonly task: GenerateTask
  sampler: Sampler | null = null
  /** Sampled, not yet decoded. */
  nextToken = -1
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

  #accept(token: number): void {
    const { vocabulary, shown } = this.#setting
    this.nextToken = token
    this.#generated++
    this.#untold++
    const text = this.#text.push(shown.has(token) ? vocabulary.controlPiece(token) : vocabulary.piece(token))
    if (vocabulary.endsTurn(token)) this.#finish('stop', text + this.#text.end())
    // A character cut in half by a limit is left out, not shown as damage.
    else if (this.#atLimit()) this.#finish('length', text)
    else if (text !== '') this.#tell(text)
  }

  #atLimit(): boolean {
    const { contextTokens } = this.#setting
    return this.#generated === this.task.maxTokens || this.prompt.length + this.#generated >= contextTokens
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
    })
    this.sink.emit({ type: 'finish', reason })
    this.end()
  }
}
