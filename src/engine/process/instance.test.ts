import { beforeEach, describe, expect, test } from 'vitest'
import { ManualClock, settled } from '../../../test/fakes/clock.ts'
import { loadedWith } from '../../../test/fakes/supervisor.ts'
import type { EngineEvent } from '../../core/event.ts'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import type { EngineTask } from '../../core/task.ts'
import type { ToChild } from '../protocol/frames.ts'
import type { ChildEnd } from './child.ts'
import { type ChildInstance, createInstance } from './instance.ts'
import { createLogRing } from './log-ring.ts'

const NEVER = new AbortController().signal
const TASK: EngineTask = { kind: 'generate', prompt: 'hi', sampling: NEUTRAL_SAMPLING, maxTokens: 1 }
const DELTA: EngineEvent = { type: 'text-delta', text: 'a', tokens: 1 }
const FINISH: EngineEvent = { type: 'finish', reason: 'stop' }

let clock: ManualClock
let sent: ToChild[]
let kills: string[]
let log: (text: string) => void
let die: (how: string) => void
let instance: ChildInstance

beforeEach(() => {
  clock = new ManualClock()
  sent = []
  kills = []
  const ended = new Promise<ChildEnd>((resolve) => {
    die = (how) => resolve({ how, lastLine: 'not looked at' })
  })
  const child = {
    send: (frame: ToChild) => void sent.push(frame),
    kill: (how: string) => void kills.push(how),
    logs: createLogRing(clock),
    ended,
  }
  const write = child.logs.writer()
  log = (line) => write(Buffer.from(`${line}\n`))
  const isOrdinary = (line: string) => line.includes('ordinary')
  instance = createInstance({ child, modelId: 'm', loaded: loadedWith(2), clock, isOrdinary })
})

async function collect(events: AsyncIterable<EngineEvent>) {
  const all = []
  for await (const event of events) all.push(event)
  return all
}

/** Starts a task and lets it reach the child. */
async function running(signal = NEVER) {
  const all = collect(instance.run(TASK, signal))
  await settled()
  return all
}

function failure(code: string, details: object) {
  return { type: 'error', error: { code, details, param: null } }
}

test('what requests have had loaded is as it was told last', () => {
  expect(instance.extraBytes()).toBe(0)
  instance.receive({ op: 'extra', bytes: 700 })
  instance.receive({ op: 'extra', bytes: 300 })
  expect(instance.extraBytes()).toBe(300)
})

describe('a task', () => {
  test('goes to the child under an id of its own, whose events are its stream', async () => {
    const first = collect(instance.run(TASK, NEVER))
    const second = collect(instance.run(TASK, NEVER))
    expect(sent).toEqual([
      { op: 'run', id: 1, task: TASK },
      { op: 'run', id: 2, task: TASK },
    ])
    instance.receive({ op: 'event', id: 2, event: DELTA })
    instance.receive({ op: 'event', id: 1, event: FINISH })
    instance.receive({ op: 'heartbeat' })
    instance.receive({ op: 'end', id: 1 })
    instance.receive({ op: 'event', id: 2, event: FINISH })
    instance.receive({ op: 'end', id: 2 })
    expect(await Promise.all([first, second])).toEqual([[FINISH], [DELTA, FINISH]])
    expect(sent).toHaveLength(2)
  })

  test('is cancelled in the child the moment its signal aborts, consumed or not', async () => {
    const abort = new AbortController()
    const events = instance.run(TASK, abort.signal)[Symbol.asyncIterator]()
    const first = events.next()
    instance.receive({ op: 'event', id: 1, event: DELTA })
    instance.receive({ op: 'event', id: 1, event: DELTA })
    expect((await first).value).toEqual(DELTA)
    abort.abort()
    expect(sent.slice(1)).toEqual([{ op: 'cancel', id: 1 }])
    instance.receive({ op: 'event', id: 1, event: FINISH })
    instance.receive({ op: 'end', id: 1 })
    expect(await events.next()).toEqual({ done: true, value: undefined })
    expect(sent).toHaveLength(2)
  })

  test('is cancelled when its consumer leaves, once', async () => {
    const abort = new AbortController()
    const stream = instance.run(TASK, abort.signal)
    const first = stream[Symbol.asyncIterator]()
    const next = first.next()
    instance.receive({ op: 'event', id: 1, event: DELTA })
    await next
    await first.return?.()
    abort.abort()
    expect(sent.slice(1)).toEqual([{ op: 'cancel', id: 1 }])
  })

  test('whose signal has aborted before is never sent', async () => {
    expect(await collect(instance.run(TASK, AbortSignal.abort()))).toEqual([])
    expect(sent).toEqual([])
  })

  test('that the child ends without a word gets an error', async () => {
    const all = collect(instance.run(TASK, NEVER))
    instance.receive({ op: 'event', id: 1, event: DELTA })
    instance.receive({ op: 'end', id: 1 })
    expect(await all).toEqual([DELTA, failure('engine_error', { reason: 'the answer ended without a finish.' })])
  })
})

describe('a crash', () => {
  const crashed = (lastLine: string) => failure('engine_crashed', { model: 'm', how: 'SIGSEGV', lastLine })

  test('is the last event of every task inside, and of those that come after', async () => {
    const inside = [collect(instance.run(TASK, NEVER)), collect(instance.run(TASK, NEVER))]
    instance.receive({ op: 'event', id: 1, event: DELTA })
    log('GGML_ASSERT failed')
    log('an ordinary error')
    clock.advance(3000)
    log('attach_threadpool: call')
    die('SIGSEGV')
    const error = crashed('GGML_ASSERT failed')
    expect(await Promise.all(inside)).toEqual([[DELTA, error], [error]])
    expect(await instance.ended).toEqual({ expected: false, how: 'SIGSEGV', lastLine: 'GGML_ASSERT failed' })
    expect(await running()).toEqual([error])
  })

  test('after a finish changes nothing of the answer', async () => {
    const all = collect(instance.run(TASK, NEVER))
    instance.receive({ op: 'event', id: 1, event: FINISH })
    die('SIGSEGV')
    expect(await all).toEqual([FINISH])
    expect(await running()).toEqual([crashed('(none)')])
  })

  test('has nothing to say of what is long past', async () => {
    const all = collect(instance.run(TASK, NEVER))
    log('GGML_ASSERT failed')
    clock.advance(3001)
    die('SIGKILL')
    const details = { model: 'm', how: 'SIGKILL', lastLine: '(none)' }
    expect(await all).toEqual([failure('engine_crashed', details)])
  })

  test('is known to whoever watches `ended` before a request hears of it', async () => {
    const order: string[] = []
    const watching = instance.ended.then(() => order.push('ended'))
    const all = collect(instance.run(TASK, NEVER)).then(() => order.push('request'))
    die('SIGSEGV')
    await Promise.all([watching, all])
    expect(order).toEqual(['ended', 'request'])
  })
})

describe('stop', () => {
  test('asks once, and takes it by force at the earliest deadline given', async () => {
    const stops = [instance.stop(5000), instance.stop(1000)]
    expect(sent).toEqual([{ op: 'stop' }])
    clock.advance(999)
    expect(kills).toEqual([])
    clock.advance(1)
    expect(kills).toEqual(['SIGKILL'])
    die('SIGKILL')
    await Promise.all(stops)
    expect(await instance.ended).toEqual({ expected: true, how: 'SIGKILL', lastLine: '' })
    expect(clock.pending).toBe(0)
  })

  test('without a deadline kills at once', () => {
    void instance.stop(0)
    expect(kills).toEqual(['SIGKILL'])
  })

  test('tells the tasks inside, and those that come meanwhile or later', async () => {
    const inside = collect(instance.run(TASK, NEVER))
    const stopped = instance.stop(1000)
    const refused = (state: string) =>
      failure('engine_unavailable', { model: 'm', state, reason: 'it was asked to stop.' })
    expect(await running()).toEqual([refused('stopping')])
    instance.receive({ op: 'end', id: 1 })
    expect(await inside).toEqual([refused('stopping')])
    die('exit code 0')
    await stopped
    expect(await running()).toEqual([refused('stopped')])
  })

  test('of what has crashed is done, and does not change how it ended', async () => {
    die('SIGSEGV')
    await instance.ended
    await instance.stop(1000)
    expect(sent).toEqual([])
    expect((await instance.ended).expected).toBe(false)
  })
})
