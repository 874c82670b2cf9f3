import { describe, expect, it } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import type { Footprint } from '../engine/driver.ts'
import type { Resident } from './eviction.ts'
import { Residency, type Tenant } from './residency.ts'

const footprint = (bytes: number): Footprint => ({
  contextTokens: null,
  trainedTokens: null,
  devices: [{ device: 'CPU', weights: bytes, mapped: 0, kvCache: 0, compute: 0, runtime: 0 }],
})

/** Someone who holds memory from when it is let in until it is sent away. */
class Lodger implements Tenant {
  readonly key: string
  readonly model: string
  held = 0
  state: Resident['state'] = 'idle'
  pinned = false
  left = 0

  constructor(key: string) {
    this.key = key
    this.model = key
  }

  get working() {
    return this.state !== 'idle'
  }

  holdings() {
    return this.held === 0 ? [] : [{ footprint: footprint(this.held), loading: false }]
  }

  standing() {
    return { state: this.state, pinned: this.pinned, lastUsedMs: 0, loadMs: 100 }
  }

  async leave() {
    this.left++
    this.held = 0
  }
}

function house(budgetBytes: number) {
  const clock = new ManualClock()
  const memory = () => ({ availableBytes: 1_000, totalBytes: 1_000 })
  const residency = new Residency({ budgetBytes, memory, clock })
  const moveIn = (lodger: Lodger, bytes: number) =>
    residency.admit(lodger, footprint(bytes), async () => {
      lodger.held = bytes
    })
  return { residency, clock, moveIn }
}

describe('Residency', () => {
  it('lets in who fits, and sends away the idle for who does not', async () => {
    const { moveIn } = house(100)
    const [a, b] = [new Lodger('a'), new Lodger('b')]
    await moveIn(a, 60)
    await moveIn(b, 60)
    expect([a.left, a.held, b.held]).toEqual([1, 0, 60])
  })

  it('counts those who are let in but not loaded yet', async () => {
    const { residency } = house(100)
    const [a, b] = [new Lodger('a'), new Lodger('b')]
    a.state = 'loading'
    let finish = () => {}
    const loading = residency.admit(a, footprint(60), () => {
      a.held = 60
      return new Promise((resolve) => {
        finish = resolve
      })
    })
    const waiting = residency.admit(b, footprint(60), async () => {
      b.held = 60
    })
    await settled()
    expect([a.left, b.held]).toEqual([0, 0])
    finish()
    await loading
    a.state = 'idle'
    residency.changed()
    await waiting
    expect([a.left, b.held]).toEqual([1, 60])
  })

  it('waits for a busy one, one after the other, and who has to go is not joined meanwhile', async () => {
    const { residency, moveIn } = house(100)
    const [a, b, c] = [new Lodger('a'), new Lodger('b'), new Lodger('c')]
    await moveIn(a, 100)
    a.state = 'busy'
    const order: string[] = []
    const second = moveIn(b, 100).then(() => order.push('b'))
    const third = moveIn(c, 100).then(() => order.push('c'))
    await settled()
    let stays = false
    const newcomer = residency.stays(a).then(() => {
      stays = true
    })
    await settled()
    expect([stays, a.left]).toEqual([false, 0])
    a.state = 'idle'
    residency.changed()
    await Promise.all([second, third, newcomer])
    expect([order, a.left, b.left, c.held]).toEqual([['b', 'c'], 1, 1, 100])
  })

  it('looks again after a while, though nobody said that anything changed', async () => {
    const { moveIn, clock } = house(100)
    const [a, b] = [new Lodger('a'), new Lodger('b')]
    await moveIn(a, 100)
    a.state = 'busy'
    const waiting = moveIn(b, 100)
    await settled()
    a.state = 'idle'
    clock.advance(500)
    await waiting
    expect(a.left).toBe(1)
  })

  it('refuses what could never fit, in words', async () => {
    const { moveIn } = house(100 * 2 ** 20)
    const pinned = new Lodger('pinned')
    pinned.pinned = true
    await moveIn(pinned, 40 * 2 ** 20)
    await expect(moveIn(new Lodger('big'), 80 * 2 ** 20)).rejects.toThrowError(
      'The model `big` needs 80 MiB of memory, but of the budget of 100 MiB only 60 MiB can be had.',
    )
    expect(pinned.left).toBe(0)
  })

  it('goes on with the line when a load fails', async () => {
    const { residency, moveIn } = house(100)
    const failed = residency.admit(new Lodger('a'), footprint(50), async () => {
      throw new Error('no')
    })
    const b = new Lodger('b')
    await Promise.all([expect(failed).rejects.toThrowError('no'), moveIn(b, 50)])
    expect(b.held).toBe(50)
  })

  it('lets nobody in once it is closed, not even who waits', async () => {
    const { residency, moveIn } = house(100)
    const a = new Lodger('a')
    await moveIn(a, 100)
    a.state = 'busy'
    const waiting = expect(moveIn(new Lodger('b'), 100)).rejects.toMatchObject({ code: 'shutting_down' })
    await settled()
    residency.close()
    await waiting
    await expect(moveIn(new Lodger('c'), 1)).rejects.toMatchObject({ code: 'shutting_down' })
  })

  it('tells what making room would come to, and changes nothing', async () => {
    const { residency, moveIn } = house(100)
    const a = new Lodger('a')
    await moveIn(a, 60)
    expect(residency.outlook({ key: 'b' }, 60)).toEqual({ freeBytes: 40, kind: 'evict', victims: [a] })
    expect(residency.outlook({ key: 'a' }, 60)).toEqual({ freeBytes: 40, kind: 'never', victims: [] })
    expect(a.left).toBe(0)
  })
})
