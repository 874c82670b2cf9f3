import type { LogitsRow } from '../../../../core/event.ts'
import type { LogitsTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { Context } from '../native/context.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import { largest, tokenLogprob } from './logprobs.ts'
import { Reading } from './reading.ts'

/** A prompt read for its logits. */
export class Survey extends Reading {
  readonly #task: LogitsTask
  readonly #vocabulary: Vocabulary

  constructor(task: LogitsTask, prompt: ArrayLike<number>, vocabulary: Vocabulary, sink: EventSink) {
    super({ tokens: prompt, media: [] }, [], sink)
    this.#task = task
    this.#vocabulary = vocabulary
  }

  wantsLogits(position: number): boolean {
    return position >= (this.#task.from < 0 ? this.prompt.length + this.#task.from : this.#task.from)
  }

  sliceRead(start: number, end: number, context: Context, firstRow: number): void {
    for (let position = start; position < end; position++) {
      if (!this.wantsLogits(position)) continue
      const logits = context.logits(firstRow + position - start, this.#vocabulary.size)
      this.sink.emit({ ...rowOf(position, logits, this.#task.top), ...this.#next(position, logits) })
    }
    if (end < this.prompt.length) return
    const promptTokens = this.prompt.length
    this.sink.emit({ type: 'usage', promptTokens, completionTokens: 0, cachedTokens: this.borrowed })
    this.sink.emit({ type: 'finish', reason: 'stop' })
    this.end()
  }

  /** How likely the prompt's own continuation was. */
  #next(position: number, logits: Float32Array): Pick<LogitsRow, 'next'> {
    const token = this.prompt[position + 1]
    if (this.#task.logprobs === undefined || token === undefined) return {}
    const next = tokenLogprob(token, logits, this.#task.logprobs, this.#vocabulary)
    // In a prompt, control tokens are text like others.
    return { next: { ...next, bytes: Buffer.from(this.#vocabulary.controlPiece(token)).toString('base64') } }
  }
}

function rowOf(position: number, logits: Float32Array, top: number): LogitsRow {
  const ids = top === 0 ? [] : largest(logits, top)
  const values = top === 0 ? logits : Float32Array.from(ids, (id) => logits[id] as number)
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  return { type: 'logits', position, ids, values: bytes.toString('base64') }
}
