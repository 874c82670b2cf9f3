import { beforeEach, describe, expect, test } from 'vitest'
import { ManualClock, settled } from '../../../test/fakes/clock.ts'
import { FakeDriver, FakeInstance } from '../../../test/fakes/driver.ts'
import { PLAN } from '../../../test/fakes/supervisor.ts'
import { TrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import type { EngineTask } from '../../core/task.ts'
import { createSupervisor } from './create.ts'
import type { Supervisor } from './supervisor.ts'
import type { EngineState } from './transition.ts'

const NEVER = new AbortController().signal
const TASK: EngineTask = { kind: 'generate', prompt: 'hi', sampling: NEUTRAL_SAMPLING, maxTokens: 1 }
const POLICY = { crashLimit: 3, backOffMs: 100, backOffMaxMs: 1000, coolDownMs: 5000, loadRetryMs: 2000, endMs: 700 }

let clock: ManualClock
let driver: FakeDriver
let fileStamp: string
let supervisor: Supervisor
let states: EngineState[]

beforeEach(() => {
  clock = new ManualClock()
  driver = new FakeDriver()
  fileStamp = 'as it was'
  supervisor = createSupervisor({ driver, plan: PLAN, clock, policy: POLICY, fileStamp: async () => fileStamp })
  states = []
  supervisor.onChange(({ state }) => {
    if (states.at(-1) !== state) states.push(state)
  })
})

async function load(): Promise<FakeInstance> {
  const ready = supervisor.ready(NEVER)
  await settled()
  return finishLoad().then((instance) => ready.then(() => instance))
}

async function finishLoad(): Promise<FakeInstance> {
  const instance = new FakeInstance()
  driver.last.resolve(instance)
  await settled()
  return instance
}

async function crash(instance: FakeInstance, how = 'SIGSEGV') {
  instance.die(how)
  await settled()
}

/** Consumes a task's events as they come. */
function watch(signal = NEVER) {
  const events: EngineEvent[] = []
  async function consume() {
    for await (const event of supervisor.run(TASK, signal)) events.push(event)
    return events
  }
  return { events, done: consume() }
}

describe('loading', () => {
  test('happens once for however many ask, and tells its progress', async () => {
    const waiting = [supervisor.ready(NEVER), supervisor.ready(NEVER), supervisor.ready(NEVER)]
    await settled()
    expect(supervisor.status()).toMatchObject({ state: 'starting', progress: 0, reason: null, loaded: null })
    driver.last.watch.onProgress(0.25)
    expect(supervisor.status().progress).toBe(0.25)
    const { capabilities, model } = await finishLoad()
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ capabilities, model })))
    expect(driver.loads).toHaveLength(1)
    expect(driver.last.plan).toBe(PLAN)
    expect(supervisor.status()).toMatchObject({ state: 'ready', progress: 1, loaded: { capabilities, model } })
    expect(states).toEqual(['starting', 'ready'])
  })

  test('goes on for the others when one of them leaves', async () => {
    const abort = new AbortController()
    const leaver = supervisor.ready(abort.signal)
    const other = supervisor.ready(NEVER)
    await settled()
    abort.abort()
    await expect(leaver).rejects.toMatchObject({ code: 'request_cancelled' })
    await finishLoad()
    await expect(other).resolves.toBeDefined()
  })

  test('is not begun for a request that is already gone', async () => {
    await expect(supervisor.ready(AbortSignal.abort())).rejects.toMatchObject({ code: 'request_cancelled' })
    expect(supervisor.status().state).toBe('stopped')
  })

  describe('that failed', () => {
    const broken = new TrivetError('model_load_failed', { model: 'm', reason: 'tensor is missing' })

    beforeEach(async () => {
      const waiting = supervisor.ready(NEVER)
      await settled()
      driver.last.reject(broken)
      await expect(waiting).rejects.toBe(broken)
    })

    test('is remembered with its reason', async () => {
      expect(supervisor.status()).toMatchObject({ state: 'failed', reason: broken.message, progress: 0 })
      await expect(supervisor.ready(NEVER)).rejects.toBe(broken)
      expect(await watch().done).toEqual([{ type: 'error', error: broken.report() }])
      clock.advance(1999)
      await expect(supervisor.ready(NEVER)).rejects.toBe(broken)
      expect(driver.loads).toHaveLength(1)
    })

    test('is tried again for a request that comes later', async () => {
      clock.advance(2000)
      await load()
      expect(supervisor.status()).toMatchObject({ state: 'ready', reason: null })
    })

    test('is tried again when the file has changed', async () => {
      fileStamp = 'repaired'
      await load()
      expect(driver.loads).toHaveLength(2)
    })

    test('is forgotten by a stop', async () => {
      await supervisor.stop(0)
      expect(supervisor.status()).toMatchObject({ state: 'stopped', reason: null })
      await load()
    })
  })
})

describe('running', () => {
  test('passes the events on and counts the tasks inside', async () => {
    const instance = await load()
    const task = watch()
    await settled()
    expect(supervisor.status().running).toBe(1)
    instance.jobs[0]?.say({ type: 'finish', reason: 'stop' })
    instance.jobs[0]?.end()
    expect(await task.done).toEqual([{ type: 'finish', reason: 'stop' }])
    expect(supervisor.status().running).toBe(0)
    expect(instance.jobs[0]?.task).toBe(TASK)
  })

  test('loads first when nothing is loaded', async () => {
    const task = watch()
    await settled()
    const instance = await finishLoad()
    expect(instance.jobs).toHaveLength(1)
    instance.jobs[0]?.end()
    expect(await task.done).toEqual([])
  })

  test('a task that leaves while it waits ends in silence', async () => {
    const abort = new AbortController()
    const task = watch(abort.signal)
    await settled()
    abort.abort()
    expect(await task.done).toEqual([])
    expect((await finishLoad()).jobs).toEqual([])
  })
})

describe('a crash', () => {
  test('is followed by a restart after the back-off, which requests wait for', async () => {
    await crash(await load())
    expect(supervisor.status()).toMatchObject({
      state: 'starting',
      crashes: 1,
      lastCrash: { how: 'SIGSEGV', lastLine: 'last line', expected: false },
      reason: 'The engine running `m` ended unexpectedly (SIGSEGV). Its last words: last line',
    })
    const task = watch()
    clock.advance(99)
    await settled()
    expect(driver.loads).toHaveLength(1)
    clock.advance(1)
    await settled()
    expect(driver.loads).toHaveLength(2)
    const instance = await finishLoad()
    expect(supervisor.status()).toMatchObject({ state: 'ready', reason: null, crashes: 1 })
    instance.jobs[0]?.say({ type: 'finish', reason: 'stop' })
    instance.jobs[0]?.end()
    expect(await task.done).toEqual([{ type: 'finish', reason: 'stop' }])
    expect(supervisor.status().crashes).toBe(0)
    expect(states).toEqual(['starting', 'ready', 'starting', 'ready'])
  })

  test('waiting for the restart can be cancelled', async () => {
    await crash(await load())
    const abort = new AbortController()
    const waiting = supervisor.ready(abort.signal)
    abort.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'request_cancelled' })
  })

  async function crashUntilItGivesUp() {
    await crash(await load())
    for (const backOff of [100, 200]) {
      clock.advance(backOff)
      await settled()
      await crash(await finishLoad(), 'SIGABRT')
    }
  }

  test('three times without an answer in between opens the circuit', async () => {
    await crashUntilItGivesUp()
    const told = (seconds: number) =>
      `The engine of \`m\` is down: it crashed 3 times without an answer in between (SIGABRT: last line). Try again in ${seconds} s.`
    const refused = (seconds: number) => ({
      code: 'engine_unavailable',
      details: { model: 'm', state: 'down', retryAfter: seconds },
      message: told(seconds),
    })
    expect(supervisor.status()).toMatchObject({ state: 'failed', crashes: 3, reason: told(5) })
    await expect(supervisor.ready(NEVER)).rejects.toMatchObject(refused(5))
    fileStamp = 'other'
    clock.advance(4999)
    await expect(supervisor.ready(NEVER)).rejects.toMatchObject(refused(1))
    expect(driver.loads).toHaveLength(3)
  })

  test('waits as long when the clock is set', async () => {
    await crashUntilItGivesUp()
    clock.jump(-86_400_000)
    expect(supervisor.status().reason).toContain('Try again in 5 s.')
    clock.jump(2 * 86_400_000)
    expect(supervisor.status().reason).toContain('Try again in 5 s.')
    clock.advance(5000)
    await load()
    expect(supervisor.status().state).toBe('ready')
  })

  test('after the cool-down one more opens it again', async () => {
    await crashUntilItGivesUp()
    clock.advance(5000)
    await crash(await load())
    expect(supervisor.status()).toMatchObject({ state: 'failed', crashes: 3 })
    expect(clock.pending).toBe(0)
  })

  test('after the cool-down an answer closes it', async () => {
    await crashUntilItGivesUp()
    clock.advance(5000)
    const instance = await load()
    const task = watch()
    await settled()
    instance.jobs[0]?.say({ type: 'finish', reason: 'length' })
    await settled()
    expect(supervisor.status().crashes).toBe(0)
    await crash(instance)
    await task.done
    expect(supervisor.status()).toMatchObject({ state: 'starting', crashes: 1 })
  })

  test('then a restart that fails to load is not repeated', async () => {
    await crash(await load())
    clock.advance(100)
    await settled()
    driver.last.reject(new TrivetError('model_load_failed', { model: 'm', reason: 'no memory' }))
    await settled()
    expect(supervisor.status().state).toBe('failed')
    expect(clock.pending).toBe(0)
  })
})

describe('stopping', () => {
  test('waits for running tasks and refuses new ones', async () => {
    const instance = await load()
    const task = watch()
    await settled()
    const stopped = supervisor.stop(1000)
    expect(supervisor.status().state).toBe('draining')
    const refused = { code: 'engine_unavailable', details: { model: 'm', state: 'draining' } }
    await expect(supervisor.ready(NEVER)).rejects.toMatchObject(refused)
    expect(await watch().done).toMatchObject([{ type: 'error', error: refused }])
    expect(instance.stops).toEqual([])
    instance.jobs[0]?.end()
    await task.done
    expect(supervisor.status().state).toBe('stopping')
    expect(instance.stops).toEqual([700])
    instance.die('exit code 0')
    await stopped
    expect(supervisor.status()).toMatchObject({ state: 'stopped', crashes: 0, progress: 0 })
    expect(clock.pending).toBe(0)
  })

  test('ends the engine at the deadline', async () => {
    const instance = await load()
    const task = watch()
    await settled()
    const stopped = supervisor.stop(1000)
    clock.advance(999)
    expect(instance.stops).toEqual([])
    clock.advance(1)
    expect(instance.stops).toEqual([700])
    instance.die('exit code 0')
    await stopped
    await task.done
  })

  test('a second call in more of a hurry ends it at once', async () => {
    const instance = await load()
    const task = watch()
    await settled()
    const patient = supervisor.stop(60_000)
    await Promise.all([patient, supervisor.stop(0)])
    expect(instance.stops).toContain(0)
    await task.done
    expect(supervisor.status().state).toBe('stopped')
    expect(clock.pending).toBe(0)
  })

  test('in an orderly end, a second call still takes it by force', async () => {
    const instance = await load()
    const patient = supervisor.stop(60_000)
    expect(instance.stops.at(-1)).toBe(700)
    await supervisor.stop(0)
    expect(instance.stops.at(-1)).toBe(0)
    await patient
  })

  test('while loading abandons the load', async () => {
    const waiting = supervisor.ready(NEVER)
    await settled()
    const stopped = supervisor.stop(1000)
    expect(driver.last.watch.signal.aborted).toBe(true)
    driver.last.reject(new TrivetError('request_cancelled'))
    await expect(waiting).rejects.toMatchObject({ code: 'engine_unavailable', details: { state: 'stopping' } })
    await stopped
    expect(states).toEqual(['starting', 'stopping', 'stopped'])
  })

  test('a load that was finished all the same is ended', async () => {
    supervisor.ready(NEVER).catch(() => {})
    await settled()
    const stopped = supervisor.stop(1000)
    const instance = await finishLoad()
    await stopped
    expect(instance.stops).toEqual([0])
    expect(supervisor.status()).toMatchObject({ state: 'stopped', loaded: null })
  })

  test('during the back-off ends the wait for the restart', async () => {
    await crash(await load())
    await supervisor.stop(1000)
    expect(supervisor.status()).toMatchObject({ state: 'stopped', crashes: 0, reason: null })
    expect(clock.pending).toBe(0)
  })

  test('a crash while draining is the end of it', async () => {
    const instance = await load()
    const task = watch()
    await settled()
    const stopped = supervisor.stop(1000)
    await crash(instance)
    await Promise.all([stopped, task.done])
    expect(supervisor.status().state).toBe('stopped')
    expect(clock.pending).toBe(0)
  })

  test('is no end for good', async () => {
    const instance = await load()
    const stopped = supervisor.stop(1000)
    instance.die('exit code 0')
    await stopped
    await load()
    expect(supervisor.status().state).toBe('ready')
  })

  test('of what never started does nothing', async () => {
    await supervisor.stop(1000)
    expect(states).toEqual([])
  })
})

test('a listener can leave', async () => {
  let calls = 0
  const leave = supervisor.onChange(() => {
    calls += 1
  })
  leave()
  await load()
  expect(calls).toBe(0)
  expect(states).toEqual(['starting', 'ready'])
})
