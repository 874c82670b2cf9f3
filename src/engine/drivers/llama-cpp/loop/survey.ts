import type { EngineEvent } from '../../../../core/event.ts'
import type { LogitsTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { Context } from '../native/context.ts'
import { largest } from './logprobs.ts'
import { Reading } from './reading.ts'

/** A prompt read for its logits. */
export class Survey extends Reading {
  readonly #task: LogitsTask
  readonly #vocabularySize: number

  constructor(task: LogitsTask, prompt: ArrayLike<number>, vocabularySize: number, sink: EventSink) {
    super(prompt, [], sink)
    this.#task = task
    this.#vocabularySize = vocabularySize
  }

  wantsLogits(position: number): boolean {
    return !this.#task.lastOnly || position === this.prompt.length - 1
  }

  sliceRead(start: number, end: number, context: Context): void {
    for (let position = start; position < end; position++) {
      if (!this.wantsLogits(position)) continue
      this.sink.emit(rowOf(position, context.logits(position - start, this.#vocabularySize), this.#task.top))
    }
    if (end < this.prompt.length) return
    const promptTokens = this.prompt.length
    this.sink.emit({ type: 'usage', promptTokens, completionTokens: 0, cachedTokens: this.borrowed })
    this.sink.emit({ type: 'finish', reason: 'stop' })
    this.end()
  }
}

function rowOf(position: number, logits: Float32Array, top: number): EngineEvent {
  const ids = top === 0 ? [] : largest(logits, top)
  const values = top === 0 ? logits : Float32Array.from(ids, (id) => logits[id] as number)
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  return { type: 'logits', position, ids, values: bytes.toString('base64') }
}
