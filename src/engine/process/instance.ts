import { onAbort } from '../../core/abort.ts'
import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import { PushQueue } from '../../core/push-queue.ts'
import type { EngineTask } from '../../core/task.ts'
import { askedToStop } from '../asked-to-stop.ts'
import type { EngineEnd, EngineInstance } from '../driver.ts'
import type { FromChild } from '../protocol/frames.ts'
import type { EngineChild } from './child.ts'
import { LAST_WORDS_MS, lastWords } from './last-words.ts'

/** The server's side of a loaded child: tasks go down the channel, their events come back as streams. */
export interface ChildInstance extends EngineInstance {
  /** Takes every frame the child sends from now on. */
  receive(frame: FromChild): void
}

export interface InstanceParts {
  readonly child: EngineChild
  /** Name used in messages. */
  readonly modelId: string
  readonly loaded: Pick<EngineInstance, 'capabilities' | 'model'>
  readonly clock: Clock
  /** Whether the runtime prints this line in ordinary work, so that it explains no crash. */
  readonly isOrdinary: (line: string) => boolean
}

interface Stream {
  readonly queue: PushQueue<EngineEvent>
  /** A `finish` or an `error` has been pushed: the stream has told how it went. */
  concluded: boolean
}

export function createInstance({ child, modelId, loaded, clock, isOrdinary }: InstanceParts): ChildInstance {
  const streams = new Map<number, Stream>()
  let lastId = 0
  let stopping = false
  let end: EngineEnd | null = null
  let extraBytes = 0
  let movedBytes = 0

  const ended = child.ended.then(({ how }) => {
    end = { expected: stopping, how, lastLine: lastWords(child.logs.recent(LAST_WORDS_MS), isOrdinary) }
    return end
  })
  // A step later, so that whoever waits for `ended` knows before a request does, and can have it wait for a restart.
  void ended.then(() => {
    for (const [id, stream] of streams) conclude(id, stream)
  })

  /** Ends a stream; one that hasn't told how it went ends with the reason as its error. */
  function conclude(id: number, stream: Stream) {
    streams.delete(id)
    if (!stream.concluded) stream.queue.push({ type: 'error', error: whyCutShort().report() })
    stream.queue.close()
  }

  function whyCutShort(): TrivetError {
    if (stopping) {
      return askedToStop(modelId, end === null ? 'stopping' : 'stopped')
    }
    if (end === null) return new TrivetError('engine_error', { reason: 'the answer ended without a finish.' })
    return engineCrashed(modelId, end)
  }

  async function* run(task: EngineTask, signal: AbortSignal): AsyncGenerator<EngineEvent, void, undefined> {
    if (signal.aborted) return
    if (stopping || end !== null) {
      yield { type: 'error', error: whyCutShort().report() }
      return
    }
    lastId += 1
    const id = lastId
    const queue = new PushQueue<EngineEvent>()
    streams.set(id, { queue, concluded: false })
    const cancel = () => {
      if (streams.delete(id)) child.send({ op: 'cancel', id })
      queue.discard()
    }
    const deafen = onAbort(signal, cancel)
    child.send({ op: 'run', id, task })
    try {
      yield* queue
    } finally {
      deafen()
      cancel()
    }
  }

  function receive(frame: FromChild) {
    if (frame.op === 'extra') extraBytes = frame.bytes
    if (frame.op === 'moved') movedBytes = frame.bytes
    if (frame.op !== 'event' && frame.op !== 'end') return
    const stream = streams.get(frame.id)
    // Cancelled here: what was already on its way is nobody's.
    if (stream === undefined) return
    if (frame.op === 'end') return conclude(frame.id, stream)
    if (frame.event.type === 'finish' || frame.event.type === 'error') stream.concluded = true
    stream.queue.push(frame.event)
  }

  async function stop(deadlineMs: number) {
    if (!stopping && end === null) {
      stopping = true
      child.send({ op: 'stop' })
    }
    if (deadlineMs <= 0) child.kill('SIGKILL')
    const forget = clock.after(deadlineMs, () => child.kill('SIGKILL'))
    await ended
    forget()
  }

  return { ...loaded, run, extraBytes: () => extraBytes, movedBytes: () => movedBytes, ended, stop, receive }
}

/** What a request is told when the child that worked on it is gone. */
export function engineCrashed(modelId: string, end: Pick<EngineEnd, 'how' | 'lastLine'>): TrivetError {
  return new TrivetError('engine_crashed', { model: modelId, how: end.how, lastLine: end.lastLine || '(none)' })
}
