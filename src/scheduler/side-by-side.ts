import type { EngineEvent } from '../core/event.ts'
import type { EngineTask } from '../core/task.ts'
import { merge, tagged } from './merge.ts'
import type { TaskStream } from './scheduler.ts'

/** Runs tasks side by side, each under a signal of its own, which `cancel` aborts and so does leaving the iteration. */
export function sideBySide(
  tasks: readonly EngineTask[],
  signal: AbortSignal,
  run: (task: EngineTask, signal: AbortSignal) => AsyncIterable<EngineEvent>,
): TaskStream {
  const shares = tasks.map((task) => ({ task, ending: new AbortController() }))
  const events = merge(
    shares.map(({ task, ending }, index) => tagged(index, run(task, AbortSignal.any([signal, ending.signal])))),
  )
  return {
    cancel: (task) => shares[task]?.ending.abort(),
    [Symbol.asyncIterator]: () => ({
      next: () => events.next(),
      return: () => {
        for (const { ending } of shares) ending.abort()
        return events.return()
      },
    }),
  }
}
