import { asTrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import { PushQueue } from '../core/push-queue.ts'
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
 * The streams side by side as one, in the order their values come; begun when the first is asked for. One that throws
 * makes the whole throw, once the others have ended. The consumer's leaving does not stop the streams, and waits for
 * them: abort them first. To be iterated once.
 */
export function merge<T>(streams: readonly AsyncIterable<T>[]): Merged<T> {
  const values = new PushQueue<T>()
  const pump = async (stream: AsyncIterable<T>) => {
    for await (const value of stream) values.push(value)
  }
  const pumpAll = async () => {
    const ends = await Promise.allSettled(streams.map(pump))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed === undefined) values.close()
    else values.fail(failed.reason)
  }
  let ended: Promise<void> | null = null
  return {
    next() {
      ended ??= pumpAll()
      return values.next()
    },
    async return() {
      await ended
      return values.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

export interface Merged<T> extends AsyncIterableIterator<T, void> {
  return(): Promise<IteratorResult<T, void>>
}
