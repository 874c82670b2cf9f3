import { asTrivetError, TrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import type { EngineTask } from '../core/task.ts'
import type { Group } from '../group/group.ts'
import { merge, tagged } from './merge.ts'
import type { Place, Queue } from './queue.ts'
import type { TaskEvent, TaskStream } from './scheduler.ts'

/** One task of a request, and the means to end it alone. */
interface Share {
  readonly task: EngineTask
  readonly ending: AbortController
}

/**
 * One request: waits its turn, then runs its tasks. It takes further places for them as far as they are free, and gives
 * those back between tasks when others are in line; the place it waited for serves what is left, task after task.
 * Aborting `signal`, leaving the iteration or cancelling the last task takes it out of the line or the engine at once;
 * its places are free when the engine has let go of them. To be iterated once.
 */
export function runTasks(
  queue: Queue,
  engine: Pick<Group, 'run'>,
  tasks: readonly EngineTask[],
  signal: AbortSignal,
): TaskStream {
  const leaving = new AbortController()
  const shares = tasks.map((task) => ({ task, ending: new AbortController() }))
  const events = untilShutdown(queue, takeTurn(queue, engine, shares, AbortSignal.any([signal, leaving.signal])))
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

/** An engine that is ended under a request gives its own reason; the request's is that the server is shutting down. */
async function* untilShutdown(queue: Queue, events: AsyncIterable<TaskEvent>): AsyncGenerator<TaskEvent, undefined> {
  for await (const said of events) {
    const { task, event } = said
    const ended = queue.closed && event.type === 'error' && event.error.code === 'engine_unavailable'
    yield ended ? failure(task, new TrivetError('shutting_down')) : said
  }
}

async function* takeTurn(
  queue: Queue,
  engine: Pick<Group, 'run'>,
  shares: readonly Share[],
  signal: AbortSignal,
): AsyncGenerator<TaskEvent, undefined> {
  const run = ({ task, ending }: Share, over: TrivetError | null) =>
    over ? refusal(over) : engine.run(task, AbortSignal.any([signal, ending.signal]))
  // Reading tokens takes no place in the cache, so it waits for none.
  if (shares.every(({ task }) => task.kind === 'tokenize' || task.kind === 'detokenize')) {
    const over = queue.over ? new TrivetError('shutting_down') : null
    yield* merge(shares.map((share, task) => tagged(task, run(share, over))))
    return
  }
  const place = await queue.enter(signal).catch(asTrivetError)
  if (place instanceof TrivetError) {
    if (!signal.aborted) yield* shares.map((_, task) => failure(task, place))
    return
  }
  const left = shares.entries()
  const further = Array.from({ length: shares.length - 1 }, () => queue.enterIfFree()).filter((free) => free !== null)
  yield* merge([
    inPlace(place, left, run, () => false),
    ...further.map((extra) => inPlace(extra, left, run, () => queue.waiting > 0)),
  ])
}

/** Runs one task after the other in a place, until none is left or, between two, the place is `wanted` elsewhere. */
async function* inPlace(
  place: Place,
  left: Iterator<[number, Share]>,
  run: (share: Share, over: TrivetError | null) => AsyncIterable<EngineEvent>,
  wanted: () => boolean,
): AsyncGenerator<TaskEvent> {
  try {
    for (let next = left.next(); !next.done; next = wanted() ? { done: true, value: undefined } : left.next()) {
      const [task, share] = next.value
      yield* tagged(task, run(share, place.over))
    }
  } finally {
    place.leave()
  }
}

/** An engine that has been stopped would be loaded anew by what is still left of a request. */
async function* refusal(why: TrivetError): AsyncGenerator<EngineEvent> {
  yield { type: 'error', error: why.report() }
}

function failure(task: number, error: TrivetError): TaskEvent {
  return { task, event: { type: 'error', error: error.report() } }
}
