import { asTrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import type { TaskEvent } from './scheduler.ts'

/**
 * The streams side by side as one, each event with its stream's index, in the order they come. A stream that throws
 * ends with an `error` event, and the others go on. The consumer's leaving does not stop the streams: abort them first.
 */
export async function* merge(streams: readonly AsyncIterable<EngineEvent>[]): AsyncGenerator<TaskEvent> {
  const arrived: TaskEvent[] = []
  let open = streams.length
  let wake = () => {}
  const pump = async (stream: AsyncIterable<EngineEvent>, task: number) => {
    try {
      for await (const event of stream) {
        arrived.push({ task, event })
        wake()
      }
    } catch (error) {
      arrived.push({ task, event: { type: 'error', error: asTrivetError(error).report() } })
    }
    open--
    wake()
  }
  const pumps = streams.map(pump)
  try {
    while (true) {
      const news = new Promise<void>((resolve) => {
        wake = resolve
      })
      yield* arrived.splice(0)
      if (arrived.length > 0) continue
      if (open === 0) return
      await news
    }
  } finally {
    await Promise.all(pumps)
  }
}
