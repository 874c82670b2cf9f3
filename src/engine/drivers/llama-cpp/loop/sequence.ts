import type { TrivetError } from '../../../../core/errors.ts'
import type { FinishReason } from '../../../../core/event.ts'
import type { GenerateTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { Sampler } from '../native/sampler.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import type { Lane } from './lane.ts'
import { TextStream } from './text-stream.ts'

/** What a sequence needs once it is its turn. */
export interface Place {
  readonly lane: Lane
  readonly sampler: Sampler
}

/** One task on its way through the engine: its prompt, its place in the cache, and the text it has produced. */
export class Sequence {
  readonly task: GenerateTask
  readonly prompt: Int32Array
  place: Place | null = null
  /** Prompt tokens found in the cache rather than computed. */
  borrowed = 0
  /** Sampled, not yet decoded. */
  nextToken = -1
  ended = false
  #generated = 0
  #untold = 0
  readonly #sink: EventSink
  readonly #text = new TextStream()

  constructor(task: GenerateTask, prompt: Int32Array, sink: EventSink) {
    this.task = task
    this.prompt = prompt
    this.#sink = sink
  }

  tellProgress(done: number): void {
    this.#sink.emit({ type: 'prompt-progress', done, total: this.prompt.length, cached: this.borrowed })
  }

  /** Takes a freshly sampled token: tells its text, or ends the sequence. */
  accept(token: number, vocabulary: Vocabulary, contextTokens: number): void {
    this.nextToken = token
    this.#generated++
    this.#untold++
    if (vocabulary.endsTurn(token)) {
      this.#finish('stop', this.#text.end())
      return
    }
    const text = this.#text.push(vocabulary.piece(token))
    // A character cut in half by a limit is left out, not shown as damage.
    if (this.#atLimit(contextTokens)) this.#finish('length', text)
    else if (text !== '') this.#tell(text)
  }

  fail(error: TrivetError): void {
    if (this.ended) return
    this.#sink.emit({ type: 'error', error: error.report() })
    this.end()
  }

  /** No event follows. */
  end(): void {
    if (this.ended) return
    this.ended = true
    this.#sink.end()
  }

  #atLimit(contextTokens: number): boolean {
    return this.#generated === this.task.maxTokens || this.prompt.length + this.#generated >= contextTokens
  }

  #tell(text: string): void {
    this.#sink.emit({ type: 'text-delta', text, tokens: this.#untold })
    this.#untold = 0
  }

  #finish(reason: FinishReason, text: string): void {
    if (text !== '' || this.#untold > 0) this.#tell(text)
    this.#sink.emit({
      type: 'usage',
      promptTokens: this.prompt.length,
      completionTokens: this.#generated,
      cachedTokens: this.borrowed,
    })
    this.#sink.emit({ type: 'finish', reason })
    this.end()
  }
}
