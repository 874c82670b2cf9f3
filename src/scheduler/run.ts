import { asTrivetError, TrivetError } from '../core/errors.ts'
import type { EngineTask } from '../core/task.ts'
import type { Supervisor } from '../engine/supervisor/supervisor.ts'
import { merge } from './merge.ts'
import type { Queue } from './queue.ts'
import type { TaskEvent, TaskStream } from './scheduler.ts'

/** One task of a request, and the means to end it alone. */
interface Share {
  readonly task: EngineTask
  readonly ending: AbortController
}

/**
 * One request: waits its turn, then runs its tasks side by side on one engine. Aborting `signal`, leaving the iteration
 * or cancelling the last task takes it out of the line or the engine at once; its place is free when the engine has let
 * go of it. To be iterated once.
 */
export function runTasks(
  queue: Queue,
  engine: Pick<Supervisor, 'run'>,
  tasks: readonly EngineTask[],
  signal: AbortSignal,
): TaskStream {
  const leaving = new AbortController()
  const shares = tasks.map((task) => ({ task, ending: new AbortController() }))
  const events = takeTurn(queue, engine, shares, AbortSignal.any([signal, leaving.signal]))
  return {
    cancel(task) {
      shares[task]?.ending.abort()
      if (shares.every((share) => share.ending.signal.aborted)) leaving.abort()
    },
    [Symbol.asyncIterator]: () => ({
      next: () => events.next(),
      // A generator that waits hears of `return` only when the wait is over, so the wait is ended too.
      return: () => {
        leaving.abort()
        return events.return(undefined)
      },
    }),
  }
}

async function* takeTurn(
  queue: Queue,
  engine: Pick<Supervisor, 'run'>,
  shares: readonly Share[],
  signal: AbortSignal,
): AsyncGenerator<TaskEvent, undefined> {
  const place = await queue.enter(signal).catch(asTrivetError)
  if (place instanceof TrivetError) {
    if (!signal.aborted) yield* shares.map((_, task) => failure(task, place))
    return
  }
  try {
    yield* merge(shares.map(({ task, ending }) => engine.run(task, AbortSignal.any([signal, ending.signal]))))
  } finally {
    place.leave()
  }
}

function failure(task: number, error: TrivetError): TaskEvent {
  return { task, event: { type: 'error', error: error.report() } }
}
