import { describe, expect, it } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { ask, codes, groupOf, never, outOfMemory } from '../../test/fakes/group.ts'
import { FakeSupervisor } from '../../test/fakes/supervisor.ts'
import { TrivetError } from '../core/errors.ts'
import { Group } from './group.ts'

describe('loading on demand', () => {
  it('prepares and loads once for all who ask, and only when asked', async () => {
    const { group, calls, prepared } = groupOf()
    expect(group.status()).toMatchObject({ state: 'stopped', reason: null, loaded: null, instances: [] })
    const asked = [group.ready(never), group.ready(never)]
    await settled()
    expect(group.status().state).toBe('starting')
    expect(calls).toHaveLength(1)
    const instance = await prepared()
    asked.push(group.ready(never))
    expect(instance.loads).toBe(1)
    instance.finishLoad()
    const opened = await Promise.all(asked)
    expect(opened.map((loaded) => loaded === instance.status().loaded)).toEqual([true, true, true])
    expect([calls.length, instance.loads, group.slots()]).toEqual([0, 1, 2])
    expect(group.status()).toMatchObject({ state: 'ready', loaded: { capabilities: { slots: 2 } } })
  })

  it('lets one asker go without ending the others', async () => {
    const { group, prepared } = groupOf()
    const leaving = new AbortController()
    const left = group.ready(leaving.signal)
    const stays = group.ready(never)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'request_cancelled' })
    await expect(group.ready(leaving.signal)).rejects.toMatchObject({ code: 'request_cancelled' })
    const instance = await prepared()
    instance.finishLoad()
    expect(await stays).toBe(instance.status().loaded)
  })

  it('says why it could not prepare, and tries again when asked again', async () => {
    const { group, calls, loaded } = groupOf()
    const asked = group.ready(never)
    await settled()
    calls.shift()?.reject(new TrivetError('driver_unavailable', { model: 'm', reason: 'no such engine' }))
    await expect(asked).rejects.toMatchObject({ code: 'driver_unavailable' })
    expect(group.status()).toMatchObject({ state: 'failed', reason: 'No engine here can run `m`: no such engine' })
    const again = group.ready(never)
    await loaded()
    await again
    expect(group.status().state).toBe('ready')
  })

  it('passes on why a load failed, and holds nothing of it', async () => {
    const { group, prepared } = groupOf()
    const asked = group.ready(never)
    const instance = await prepared()
    expect(group.footprints()).toHaveLength(1)
    instance.failLoad(new TrivetError('model_load_failed', { model: 'm', reason: 'cut short' }))
    await expect(asked).rejects.toMatchObject({ code: 'model_load_failed', details: { reason: 'cut short' } })
    expect(group.footprints()).toEqual([])
  })

  it('tells what requests have had loaded with what was planned, and what is mapped no more', async () => {
    const { group, prepared } = groupOf()
    const host = { device: 'CPU', weights: 60, mapped: 50, kvCache: 20, compute: 10, runtime: 10 }
    const planned = { contextTokens: 100, trainedTokens: 100, devices: [host] }
    void group.ready(never)
    const instance = await prepared(new FakeSupervisor(), planned)
    expect(group.footprints()).toEqual([{ footprint: planned, loading: true }])
    instance.extraBytes = 7
    expect(group.footprints()).toEqual([{ footprint: { ...planned, devices: [{ ...host, extra: 7 }] }, loading: true }])
    instance.movedBytes = 48
    const now = { ...host, extra: 7, mapped: 2 }
    expect(group.footprints()).toEqual([{ footprint: { ...planned, devices: [now] }, loading: true }])
  })

  it('makes room for no load that would be refused anyway', async () => {
    const { group, prepared, refused } = groupOf()
    const first = group.ready(never)
    const instance = await prepared()
    const failure = new TrivetError('model_load_failed', { model: 'm', reason: 'cut short' })
    instance.failLoad(failure)
    await first.catch(() => {})
    instance.failure = failure
    refused.push(outOfMemory())
    await expect(group.ready(never)).rejects.toBe(failure)
    expect(refused).toHaveLength(1)
  })

  it('waits for one that restarts after a crash', async () => {
    const { group, loaded } = groupOf()
    const asked = group.ready(never)
    const instance = await loaded()
    await asked
    instance.become('starting')
    expect(group.slots()).toBe(2)
    const request = ask(group)
    await settled()
    instance.finishLoad()
    await settled()
    instance.active[0]?.end()
    await request.done
    expect(instance.jobs).toHaveLength(1)
  })
})

describe('several instances', () => {
  async function two() {
    const made = groupOf(2)
    const asked = made.group.ready(never)
    const first = await made.loaded()
    await asked
    const second = await made.loaded()
    return { ...made, first, second }
  }

  it('are loaded one after the other, the first being enough to go on', async () => {
    const { group, first, second } = await two()
    expect([first.loads, second.loads, group.slots()]).toEqual([1, 1, 4])
  })

  it('share the work: the least loaded first, of equals the one that read the prompt', async () => {
    const { group, first, second } = await two()
    const long = 'x'.repeat(600)
    const requests = [ask(group, 'short'), ask(group, long)]
    await settled()
    expect([first.jobs.length, second.jobs.length]).toEqual([1, 1])
    for (const instance of [first, second]) instance.active[0]?.end()
    await Promise.all(requests.map(({ done }) => done))
    const again = ask(group, `${long} more`)
    await settled()
    expect([first.jobs.length, second.jobs.length]).toEqual([1, 2])
    second.active[0]?.end()
    await again.done
  })

  it('wait for one that is still coming, when the first is too busy to begin', async () => {
    const { group, loaded } = groupOf(2)
    const asked = ask(group)
    const first = await loaded()
    const busy = new TrivetError('upstream_busy', { url: 'http://a', retryAfter: 1 })
    first.active[0]?.say({ type: 'error', error: busy.report() })
    first.active[0]?.end()
    await settled()
    expect(codes(asked.events)).toEqual([])
    const second = await loaded()
    second.active[0]?.say({ type: 'finish', reason: 'stop' })
    second.active[0]?.end()
    await asked.done
    expect(codes(asked.events)).toEqual(['finish'])
  })

  it('come up in part, which is told', async () => {
    const { group, refused, loaded } = groupOf()
    refused.push(outOfMemory())
    const sized = group.resize(2)
    await loaded()
    await loaded()
    await settled()
    const { requested, actual, failures } = await sized
    expect([requested, actual, failures.map(({ code }) => code)]).toEqual([2, 1, ['out_of_memory']])
  })

  it('come up in part, which is forgotten once they are unloaded', async () => {
    const { group, refused, loaded } = groupOf()
    const first = group.ready(never)
    await loaded()
    await first
    refused.push(outOfMemory())
    const sized = group.resize(2)
    await settled()
    await loaded()
    expect(await sized).toMatchObject({ requested: 2, actual: 1 })
    await group.unload(0)
    expect(group.status()).toMatchObject({ state: 'stopped', reason: null })
  })

  it('grow in number', async () => {
    const { group, first, loaded } = await two()
    const sized = group.resize(3)
    await loaded()
    expect(await sized).toEqual({ requested: 3, actual: 3, failures: [] })
    expect(first.stops).toEqual([])
    expect(group.slots()).toBe(6)
  })

  it('shrink by the idle ones, and by busy ones once they are done', async () => {
    const { group, first, second } = await two()
    const requests = [ask(group), ask(group)]
    await settled()
    const sized = group.resize(1)
    await settled()
    expect([...first.stops, ...second.stops]).toEqual([])
    const leaving = group.slots() === 2 ? [first, second] : []
    expect(leaving).toHaveLength(2)
    for (const instance of leaving) {
      instance.active[0]?.say({ type: 'finish', reason: 'stop' })
      instance.active[0]?.end()
    }
    await Promise.all(requests.map(({ done }) => done))
    expect(await sized).toMatchObject({ requested: 1, actual: 1 })
    expect(requests.map(({ events }) => codes(events))).toEqual([['finish'], ['finish']])
    expect([...first.stops, ...second.stops]).toEqual([5_000])
  })
})

describe('unloading', () => {
  it('lets tasks finish, then ends the instance; the next request loads it anew', async () => {
    const { group, loaded } = groupOf()
    const request = ask(group)
    const instance = await loaded()
    const unloaded = group.unload(Number.POSITIVE_INFINITY)
    await settled()
    expect([instance.stops, group.status().state]).toEqual([[], 'draining'])
    instance.active[0]?.end()
    await Promise.all([request.done, unloaded])
    expect(instance.stops).toEqual([5_000])
    expect(group.status()).toMatchObject({ state: 'stopped', instances: [], loaded: { model: {} } })
    const next = ask(group)
    const another = await loaded()
    another.active[0]?.end()
    await next.done
    expect(another.jobs).toHaveLength(1)
  })

  it('ends them at the deadline', async () => {
    const { group, loaded, clock } = groupOf()
    const request = ask(group)
    const instance = await loaded()
    const unloaded = group.unload(2_000)
    clock.advance(2_000)
    await Promise.all([request.done, unloaded])
    expect(instance.stops[0]).toBe(0)
  })

  it('while it waits for room, loads nothing afterwards', async () => {
    const clock = new ManualClock()
    let open = () => {}
    const room = new Promise<void>((resolve) => {
      open = resolve
    })
    const instance = new FakeSupervisor()
    const group = new Group({
      model: 'm',
      prepare: async () => ({ supervisor: instance, footprint: null }),
      size: 1,
      clock,
      admit: (_, load) => room.then(load),
      changed: () => {},
      counted: () => {},
    })
    const asked = group.ready(never)
    await settled()
    await group.unload(0)
    open()
    await expect(asked).rejects.toMatchObject({ code: 'engine_unavailable' })
    expect(instance.loads).toBe(0)
    expect(group.status()).toMatchObject({ state: 'stopped', reason: null })
  })
})

describe('stopping for good', () => {
  it('while preparing, loads nothing', async () => {
    const { group, prepared } = groupOf()
    const asked = group.ready(never)
    const stopped = group.stop(0)
    const instance = await Promise.all([prepared(), expect(asked).rejects.toMatchObject({ code: 'shutting_down' })])
    await stopped
    expect(instance[0].loads).toBe(0)
  })
})
