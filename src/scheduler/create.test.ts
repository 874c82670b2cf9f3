import { describe, expect, it } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { FakeSupervisor } from '../../test/fakes/supervisor.ts'
import { TrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import { NEUTRAL_SAMPLING } from '../core/sampling.ts'
import type { EngineTask } from '../core/task.ts'
import { createScheduler } from './create.ts'
import type { OpenModel, TaskEvent } from './scheduler.ts'

const never = new AbortController().signal
const TASK: EngineTask = { kind: 'generate', prompt: 'p', sampling: NEUTRAL_SAMPLING, maxTokens: null }
const FOREVER = Number.POSITIVE_INFINITY
const STOP: EngineEvent = { type: 'finish', reason: 'stop' }

function schedulerOf(instance = new FakeSupervisor(1), prepare = async (): Promise<FakeSupervisor> => instance) {
  const clock = new ManualClock()
  const file = { sizeBytes: 10, modifiedMs: 1_700_000_000_999 }
  const models = ['org/m:q8', 'other'].map((id) => ({ id, path: `/${id}.gguf`, placement: {}, keepAliveMs: FOREVER }))
  const scheduler = createScheduler({
    models,
    queueCapacity: 4,
    keepAliveMs: 60_000,
    placement: {},
    memoryBudgetBytes: null,
    memory: () => ({ availableBytes: 1_000, totalBytes: 1_000 }),
    clock,
    prepare: async () => ({ supervisor: await prepare(), footprint: null }),
    stamp: () => file,
  })
  return { scheduler, instance, clock, file }
}

function ask(open: OpenModel) {
  const events: TaskEvent[] = []
  const done = (async () => {
    for await (const event of open.run([TASK], never)) events.push(event)
  })()
  return { events, done }
}

const codes = (events: TaskEvent[]) =>
  events.map(({ event }) => (event.type === 'error' ? event.error.code : event.type))

describe('models', () => {
  it('lists what is configured, in order, and what becomes of it', async () => {
    const { scheduler, instance } = schedulerOf()
    expect(scheduler.models().map(({ id, state }) => [id, state])).toEqual([
      ['org/m:q8', 'stopped'],
      ['other', 'stopped'],
    ])
    const open = await scheduler.open('org/m:q8', never)
    const [first, second] = [ask(open), ask(open)]
    await settled()
    expect(scheduler.model('org/m:q8')).toEqual({
      id: 'org/m:q8',
      path: '/org/m:q8.gguf',
      state: 'ready',
      reason: null,
      progress: 0,
      created: 1_700_000_000,
      running: 1,
      waiting: 1,
      loaded: instance.status().loaded,
      settings: {
        plan: instance.plan,
        placement: {},
        instances: 1,
        queueCapacity: 4,
        keepAliveMs: FOREVER,
        adapters: [],
        defaults: {},
      },
      instances: [{ state: 'ready', reason: null, progress: 0, crashes: 0, running: 1, reported: null, at: null }],
      groups: [
        {
          state: 'ready',
          reason: null,
          wanted: 1,
          instances: [{ state: 'ready', reason: null, progress: 0, crashes: 0, running: 1, reported: null, at: null }],
          contextTokens: 100,
          slots: 2,
          footprint: null,
          running: 1,
          waiting: 1,
          expiresMs: null,
        },
      ],
      footprint: null,
      expiresMs: null,
    })
    for (const request of [first, second]) {
      instance.active[0]?.say(STOP)
      instance.active[0]?.end()
      await request.done
      await settled()
    }
    expect([codes(first.events), codes(second.events)]).toEqual([['finish'], ['finish']])
    expect(scheduler.model('org/m:q8')).toMatchObject({ running: 0, waiting: 0 })
  })

  it('knows no other', async () => {
    const { scheduler } = schedulerOf()
    expect(() => scheduler.model('m')).toThrowError(
      expect.objectContaining({ code: 'model_not_found', param: 'model' }),
    )
    await expect(scheduler.open('m', never)).rejects.toMatchObject({ code: 'model_not_found', status: 404 })
  })
})

describe('the time of creation', () => {
  it("is the file's as long as it was never loaded, then that of the file as it was loaded", async () => {
    const { scheduler, instance, file } = schedulerOf()
    const created = () => scheduler.model('other').created
    file.modifiedMs += 1_000
    expect(created()).toBe(1_700_000_001)
    await scheduler.open('other', never)
    file.modifiedMs = 0
    expect(created()).toBe(1_700_000_001)
    file.modifiedMs = 1_800_000_000_000
    instance.finishLoad()
    expect(created()).toBe(1_800_000_000)
  })
})

describe('the fingerprint', () => {
  it('stays as long as what is loaded does, and changes with the file', async () => {
    const { scheduler, instance, file } = schedulerOf()
    const before = (await scheduler.open('other', never)).fingerprint
    expect(before).toMatch(/^fp_[0-9a-f]{12}$/)
    file.modifiedMs += 1
    expect((await scheduler.open('other', never)).fingerprint).toBe(before)
    instance.finishLoad()
    expect((await scheduler.open('other', never)).fingerprint).not.toBe(before)
    file.modifiedMs -= 1
    instance.finishLoad()
    expect((await scheduler.open('other', never)).fingerprint).toBe(before)
  })
})

describe('drain', () => {
  it('refuses new work, lets whoever runs or waits finish, then ends the engines', async () => {
    const { scheduler, instance, clock } = schedulerOf()
    const open = await scheduler.open('other', never)
    const [first, second] = [ask(open), ask(open)]
    await settled()
    const drained = scheduler.drain(10_000)
    await expect(scheduler.open('other', never)).rejects.toMatchObject({ code: 'shutting_down' })
    const late = ask(open)
    await late.done
    expect(codes(late.events)).toEqual(['shutting_down'])
    clock.advance(4_000)
    expect(instance.stops).toEqual([])
    for (const request of [first, second]) {
      instance.active[0]?.say(STOP)
      instance.active[0]?.end()
      await request.done
      await settled()
    }
    await drained
    expect([codes(first.events), codes(second.events)]).toEqual([['finish'], ['finish']])
    expect(instance.stops).toEqual([5_000])
    expect(clock.pending).toBe(0)
  })

  it('at the deadline refuses the line and ends the engines at once', async () => {
    const { scheduler, instance, clock } = schedulerOf()
    const open = await scheduler.open('other', never)
    const [running, waiting] = [ask(open), ask(open)]
    await settled()
    const drained = scheduler.drain(10_000)
    clock.advance(10_000)
    await Promise.all([drained, running.done, waiting.done])
    expect(codes(waiting.events)).toEqual(['shutting_down'])
    expect(instance.stops[0]).toBe(0)
  })

  it('is cut short by a second call', async () => {
    const { scheduler, instance, clock } = schedulerOf()
    const running = ask(await scheduler.open('other', never))
    await settled()
    const first = scheduler.drain(10_000)
    const second = scheduler.drain(0)
    clock.advance(0)
    await Promise.all([second, first, running.done])
    expect(instance.stops[0]).toBe(0)
  })

  it('gives those who wait for a load the true reason', async () => {
    const { scheduler, instance } = schedulerOf(new FakeSupervisor())
    const asked = scheduler.open('other', never)
    await settled()
    expect(instance.loads).toBe(1)
    const drained = scheduler.drain(1_000)
    await expect(asked).rejects.toMatchObject({ code: 'shutting_down' })
    await drained
  })
})

it('passes on why a model could not be prepared', async () => {
  const { scheduler } = schedulerOf(undefined, async () => {
    throw new TrivetError('model_load_failed', { model: 'other', reason: 'not a model' })
  })
  await expect(scheduler.open('other', never)).rejects.toMatchObject({ code: 'model_load_failed' })
  expect(scheduler.model('other')).toMatchObject({ state: 'failed', reason: expect.stringContaining('not a model') })
})
