import { asTrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import type { TaskEvent } from './scheduler.ts'

/** Each event with its task's index. A stream that throws ends with an `error` event. */
export async function* tagged(task: number, events: AsyncIterable<EngineEvent>): AsyncGenerator<TaskEvent> {
  try {
    for await (const event of events) yield { task, event }
  } catch (error) {
    yield { task, event: { type: 'error', error: asTrivetError(error).report() } }
  }
}

/**
 * The streams side by side as one, in the order their values come. One that throws makes the whole throw, once the
 * others have ended. The consumer's leaving does not stop the streams: abort them first.
 */
export async function* merge<T>(streams: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const arrived: T[] = []
  let open = streams.length
  let wake = () => {}
  const pump = async (stream: AsyncIterable<T>) => {
    try {
      for await (const value of stream) {
        arrived.push(value)
        wake()
      }
    } finally {
      open--
      wake()
    }
  }
  const pumps = Promise.all(streams.map(pump))
  pumps.catch(() => {})
  try {
    while (true) {
      const news = new Promise<void>((resolve) => {
        wake = resolve
      })
      yield* arrived.splice(0)
      if (arrived.length > 0) continue
      if (open === 0) break
      await news
    }
  } finally {
    await pumps
  }
}
