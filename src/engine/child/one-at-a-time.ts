import { asTrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import type { EngineTask } from '../../core/task.ts'
import type { LoadedBackend } from '../backend.ts'

/** Whether whoever asked still wants it. */
export interface Interest {
  readonly cancelled: boolean
}

/** Tells what becomes of a task; what nobody wants any more goes nowhere. */
export type Emit = (event: EngineEvent) => void

export interface TaskQueue extends Pick<LoadedBackend, 'submit'> {
  /** Resolves when everything that was begun is over. */
  idle(): Promise<void>
}

/**
 * Works on tasks one after another, for a runtime that does one thing at a time. A cancelled one that hasn't begun never
 * does.
 * @param perform rejects with what is wrong with the task, which becomes its `error` event
 * @param onCancel told when the task at work is cancelled, so that the runtime can be stopped too
 */
export function oneAtATime(
  perform: (task: EngineTask, emit: Emit, interest: Interest) => Promise<void>,
  onCancel: () => void = () => {},
): TaskQueue {
  let last: Promise<void> = Promise.resolve()
  let atWork: Interest | null = null
  return {
    submit(task, sink) {
      const interest = { cancelled: false }
      const emit: Emit = (event) => {
        if (!interest.cancelled) sink.emit(event)
      }
      async function work() {
        if (!interest.cancelled) {
          atWork = interest
          await perform(task, emit, interest).catch((error: unknown) => {
            emit({ type: 'error', error: asTrivetError(error).report() })
          })
          atWork = null
        }
        sink.end()
      }
      last = last.then(work)
      return () => {
        interest.cancelled = true
        if (atWork === interest) onCancel()
      }
    },
    idle: () => last,
  }
}
