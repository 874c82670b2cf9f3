import { beforeEach, expect, test } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { loadedWith, PLAN } from '../../../test/fakes/supervisor.ts'
import { TrivetError } from '../../core/errors.ts'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import type { EngineTask } from '../../core/task.ts'
import type { EngineBackend, EventSink } from '../backend.ts'
import type { FromChild, ToChild } from '../protocol/frames.ts'
import { createSession } from './session.ts'

const TASK: EngineTask = { kind: 'generate', prompt: 'hi', sampling: NEUTRAL_SAMPLING, maxTokens: 1 }
const DONE = { type: 'finish', reason: 'stop' } as const

let sent: FromChild[]
let exits: number[]
let cancelled: number[]
let sinks: EventSink[]
let closed: number
let tellExtra: (bytes: number) => void
let backend: EngineBackend
let handle: (frame: ToChild) => Promise<void>

beforeEach(() => {
  sent = []
  exits = []
  cancelled = []
  sinks = []
  closed = 0
  backend = {
    probe: async () => ({ available: true, reason: '', version: '1', devices: [] }),
    async load(_, onProgress, onExtraBytes) {
      onProgress(0.5)
      tellExtra = onExtraBytes
      return {
        ...loadedWith(2),
        submit(_, sink) {
          const index = sinks.push(sink) - 1
          return () => cancelled.push(index)
        },
        async close() {
          closed += 1
        },
      }
    },
  }
  handle = createSession({
    residentBytes: () => 1000,
    importBackend: async () => backend,
    send: (frame) => sent.push(frame),
    exit: (code) => exits.push(code),
  })
})

test('a probe is answered, and is all there is', async () => {
  await handle({ op: 'probe', driver: 'scripted', options: {} })
  expect(sent).toEqual([{ op: 'probed', availability: await backend.probe({}) }])
  expect(exits).toEqual([0])
})

test('what requests have had loaded is told when it changes', async () => {
  await handle({ op: 'load', plan: PLAN })
  sent = []
  tellExtra(700)
  expect(sent).toEqual([{ op: 'extra', bytes: 700 }])
})

test('a load tells its progress, then that it is ready', async () => {
  await handle({ op: 'load', plan: PLAN })
  expect(sent).toEqual([
    { op: 'progress', fraction: 0.5 },
    { op: 'ready', ...loadedWith(2) },
  ])
  expect(exits).toEqual([])
})

const unavailable = new TrivetError('driver_unavailable', { model: 'm', reason: 'no library' })

test.each([
  ['an error of ours', unavailable, unavailable.report()],
  [
    'any other',
    new Error('dlopen failed'),
    { code: 'model_load_failed', details: { model: 'm', reason: 'dlopen failed' }, param: null },
  ],
])('a load that fails with %s reports it and ends', async (_, thrown, error) => {
  backend = { ...backend, load: () => Promise.reject(thrown) }
  await handle({ op: 'load', plan: PLAN })
  expect(sent).toEqual([{ op: 'failed', error }])
  expect(exits).toEqual([1])
})

test("a task's events and end carry its id", async () => {
  await handle({ op: 'load', plan: PLAN })
  await handle({ op: 'run', id: 4, task: TASK })
  await handle({ op: 'run', id: 5, task: TASK })
  sinks[1]?.emit(DONE)
  sinks[1]?.end()
  expect(sent.slice(2)).toEqual([
    { op: 'event', id: 5, event: DONE },
    { op: 'end', id: 5 },
  ])
})

test('cancel reaches the task it names, unless that is over', async () => {
  await handle({ op: 'load', plan: PLAN })
  for (const id of [1, 2, 3]) await handle({ op: 'run', id, task: TASK })
  sinks[2]?.end()
  await handle({ op: 'cancel', id: 2 })
  await handle({ op: 'cancel', id: 3 })
  await handle({ op: 'cancel', id: 99 })
  expect(cancelled).toEqual([1])
})

test('stop cancels everything, waits for it to end, frees the memory and exits', async () => {
  await handle({ op: 'load', plan: PLAN })
  await handle({ op: 'run', id: 1, task: TASK })
  await handle({ op: 'run', id: 2, task: TASK })
  const stopped = handle({ op: 'stop' })
  expect(cancelled).toEqual([0, 1])
  sinks[0]?.end()
  await settled()
  expect(closed).toBe(0)
  sinks[1]?.end()
  await stopped
  expect([closed, exits]).toEqual([1, [0]])
})

test('a task that ends while it is submitted is not kept', async () => {
  const { load } = backend
  backend = {
    ...backend,
    async load(...how) {
      const loaded = await load(...how)
      const submit = (_: EngineTask, sink: EventSink) => {
        sink.end()
        return () => cancelled.push(0)
      }
      return { ...loaded, submit }
    },
  }
  await handle({ op: 'load', plan: PLAN })
  await handle({ op: 'run', id: 1, task: TASK })
  await handle({ op: 'stop' })
  expect([cancelled, exits]).toEqual([[], [0]])
})

test('with what an answer has used, the memory of the process is told', async () => {
  await handle({ op: 'load', plan: PLAN })
  await handle({ op: 'run', id: 1, task: TASK })
  const usage = { type: 'usage', promptTokens: 1, completionTokens: 2, cachedTokens: 0 } as const
  sinks[0]?.emit(usage)
  expect(sent.at(-1)).toEqual({ op: 'event', id: 1, event: { ...usage, residentBytes: 1000 } })
})
