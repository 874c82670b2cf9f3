import { describe, expect, it } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { ask, codes, never, outOfMemory } from '../../test/fakes/group.ts'
import { FakeSupervisor } from '../../test/fakes/supervisor.ts'
import { TrivetError } from '../core/errors.ts'
import { Group } from './group.ts'

describe('with another server beside this machine', () => {
  function mixed() {
    const [own, theirs] = [new FakeSupervisor(), new FakeSupervisor()]
    const group = new Group({
      model: 'm',
      prepare: async () => ({ supervisor: own, footprint: null }),
      size: 1,
      beside: { size: () => 1, prepare: async () => ({ supervisor: theirs, footprint: null }) },
      clock: new ManualClock(),
      admit: (_, load) => load(),
      changed: () => {},
      counted: () => {},
    })
    return { group, own, theirs }
  }

  it('is ready as soon as the other is, and loads its own meanwhile', async () => {
    const { group, own, theirs } = mixed()
    const asked = group.ready(never)
    await settled()
    expect([theirs.loads, own.loads]).toEqual([1, 0])
    theirs.finishLoad()
    await asked
    await settled()
    expect([own.loads, group.status().state, group.slots()]).toEqual([1, 'ready', 2])
    own.finishLoad()
    await settled()
    expect([group.slots(), await group.fill()]).toEqual([4, { requested: 1, actual: 1, failures: [] }])
  })

  it('is ready by itself where the other is away', async () => {
    const { group, own, theirs } = mixed()
    const asked = group.ready(never)
    await settled()
    theirs.failLoad(new TrivetError('model_load_failed', { model: 'm', reason: 'nobody is there' }))
    await settled()
    own.finishLoad()
    await asked
    expect(group.status()).toMatchObject({ state: 'ready', reason: null })
  })

  it('goes on with the other where its own does not come up', async () => {
    const { group, own, theirs } = mixed()
    const asked = group.ready(never)
    await settled()
    theirs.finishLoad()
    await asked
    await settled()
    own.failLoad(outOfMemory())
    await settled()
    const { events } = ask(group)
    await settled()
    expect(theirs.active).toHaveLength(1)
    theirs.active[0]?.end()
    await settled()
    expect([codes(events), group.status().state]).toEqual([[], 'ready'])
  })
})

describe('of other servers alone', () => {
  it('has an instance at each that has come since, and tries again what could not be had', async () => {
    const clock = new ManualClock()
    const made: FakeSupervisor[] = []
    let servers = 1
    const group = new Group({
      model: 'm',
      prepare: async () => {
        const supervisor = new FakeSupervisor()
        made.push(supervisor)
        return { supervisor, footprint: null }
      },
      size: 1,
      follows: () => servers,
      clock,
      admit: (_, load) => load(),
      changed: () => {},
      counted: () => {},
    })
    const asked = group.ready(never)
    await settled()
    made[0]?.finishLoad()
    await asked
    servers = 2
    await group.ready(never)
    await settled()
    expect(made).toHaveLength(1)
    clock.advance(30_000)
    await group.ready(never)
    await settled()
    expect(made.map(({ loads }) => loads)).toEqual([1, 1])
    made[1]?.failLoad(new TrivetError('model_load_failed', { model: 'm', reason: 'nobody is there' }))
    await settled()
    clock.advance(30_000)
    await group.ready(never)
    await settled()
    made[1]?.finishLoad()
    await settled()
    expect([made.map(({ loads }) => loads), group.slots()]).toEqual([[1, 2], 4])
  })
})
