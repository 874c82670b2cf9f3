import { type ErrorReport, TrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import type { EngineTask } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { unfinished } from '../chat/failure.ts'

/**
 * All that each of the tasks says, once every one has finished. Rejects with the first failure of any, which `failure`
 * may put in the caller's words.
 */
export async function runToEnd(
  open: OpenModel,
  tasks: readonly EngineTask[],
  signal: AbortSignal,
  failure: (report: ErrorReport, task: number) => TrivetError = TrivetError.from,
): Promise<readonly (readonly EngineEvent[])[]> {
  const said: EngineEvent[][] = tasks.map(() => [])
  let finished = 0
  for await (const { task, event } of open.run(tasks, signal)) {
    if (event.type === 'error') throw failure(event.error, task)
    if (event.type === 'finish') finished++
    said[task]?.push(event)
  }
  if (finished < tasks.length) throw unfinished(signal)
  return said
}
