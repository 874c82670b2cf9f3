import { describe, expect, it } from 'vitest'
import { settled } from '../../test/fakes/clock.ts'
import { FakeSupervisor } from '../../test/fakes/supervisor.ts'
import { TrivetError } from '../core/errors.ts'
import type { Supervisor } from '../engine/supervisor/supervisor.ts'
import { Group } from './group.ts'

const never = new AbortController().signal

/** A group whose preparation ends when the test says so. */
function groupOf(instance = new FakeSupervisor()) {
  const calls: { resolve(made: Supervisor): void; reject(error: unknown): void }[] = []
  const group = new Group(() => new Promise((resolve, reject) => calls.push({ resolve, reject })))
  return { group, instance, calls }
}

describe('Group', () => {
  it('prepares and loads once for all who ask, and only when asked', async () => {
    const { group, instance, calls } = groupOf()
    expect(group.status()).toEqual({ state: 'stopped', reason: null, loaded: null })
    const asked = [group.ready(never), group.ready(never)]
    expect(group.status().state).toBe('starting')
    expect(calls).toHaveLength(1)
    calls[0]?.resolve(instance)
    await settled()
    asked.push(group.ready(never))
    expect(instance.loads).toBe(1)
    instance.finishLoad()
    const opened = await Promise.all(asked)
    expect(opened.map((each) => each.instance === instance && each.loaded === instance.status().loaded)).toEqual([
      true,
      true,
      true,
    ])
    expect([calls.length, instance.loads, group.slots()]).toEqual([1, 1, 2])
    expect(group.status()).toMatchObject({ state: 'ready', loaded: { capabilities: { slots: 2 } } })
  })

  it('lets one asker go without ending the others', async () => {
    const { group, instance, calls } = groupOf()
    const leaving = new AbortController()
    const left = group.ready(leaving.signal)
    const stays = group.ready(never)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'request_cancelled' })
    await expect(group.ready(leaving.signal)).rejects.toMatchObject({ code: 'request_cancelled' })
    calls[0]?.resolve(instance)
    await settled()
    instance.finishLoad()
    expect((await stays).instance).toBe(instance)
  })

  it('says why it could not prepare, and tries again when asked again', async () => {
    const { group, instance, calls } = groupOf()
    const asked = group.ready(never)
    calls[0]?.reject(new TrivetError('driver_unavailable', { model: 'm', reason: 'no such engine' }))
    await expect(asked).rejects.toMatchObject({ code: 'driver_unavailable' })
    expect(group.status()).toEqual({
      state: 'failed',
      reason: 'No engine here can run `m`: no such engine',
      loaded: null,
    })
    const again = group.ready(never)
    calls[1]?.resolve(instance)
    await settled()
    instance.finishLoad()
    await again
    expect(group.status().state).toBe('ready')
  })

  it('passes on why a load failed', async () => {
    const { group, instance, calls } = groupOf()
    const asked = group.ready(never)
    calls[0]?.resolve(instance)
    await settled()
    instance.failLoad(new TrivetError('model_load_failed', { model: 'm', reason: 'cut short' }))
    await expect(asked).rejects.toMatchObject({ code: 'model_load_failed', details: { reason: 'cut short' } })
  })

  it('stops its instance, within the deadline given', async () => {
    const { group, instance, calls } = groupOf(new FakeSupervisor(2))
    const asked = group.ready(never)
    calls[0]?.resolve(instance)
    await asked
    await group.stop(5_000)
    expect(instance.stops).toEqual([5_000])
  })

  it('stopped while preparing, loads nothing', async () => {
    const { group, instance, calls } = groupOf()
    const asked = group.ready(never)
    const stopped = group.stop(0)
    calls[0]?.resolve(instance)
    await expect(asked).rejects.toMatchObject({ code: 'shutting_down' })
    await stopped
    expect(instance.loads).toBe(0)
  })
})
