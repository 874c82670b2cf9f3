import { describe, expect, it } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import type { Footprint } from '../engine/driver.ts'
import type { Resident } from './eviction.ts'
import { Residency, type Tenant } from './residency.ts'
import { HOST } from './room.ts'

const never = new AbortController().signal
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
  /** Of each memory, while it holds any. Default: `held`. */
  takes: Footprint | null = null
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
    return this.held === 0 ? [] : [{ footprint: this.takes ?? footprint(this.held), loading: false }]
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
    residency.admit(
      lodger,
      footprint(bytes),
      async () => {
        lodger.held = bytes
      },
      never,
    )
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
    const loading = residency.admit(
      a,
      footprint(60),
      () => {
        a.held = 60
        return new Promise((resolve) => {
          finish = resolve
        })
      },
      never,
    )
    const waiting = residency.admit(
      b,
      footprint(60),
      async () => {
        b.held = 60
      },
      never,
    )
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

  it('holds nobody up for who is not wanted any more', async () => {
    const { residency, moveIn } = house(100)
    const [a, b, c] = [new Lodger('a'), new Lodger('b'), new Lodger('c')]
    await moveIn(a, 50)
    a.state = 'busy'
    const leaving = new AbortController()
    const waiting = residency.admit(b, footprint(60), async () => {}, leaving.signal)
    const next = moveIn(c, 50)
    await settled()
    expect(c.held).toBe(0)
    leaving.abort()
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'request_cancelled' }), next])
    expect([a.left, c.held]).toEqual([0, 50])
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
    const failed = residency.admit(
      new Lodger('a'),
      footprint(50),
      async () => {
        throw new Error('no')
      },
      never,
    )
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
    const host = (bytes: number) => new Map([[HOST, bytes]])
    const [needed, free] = [host(60), host(40)]
    expect(residency.outlook({ key: 'b' }, needed)).toEqual({ free, kind: 'evict', victims: [a] })
    expect(residency.outlook({ key: 'a' }, needed)).toEqual({ free, kind: 'never', victims: [] })
    expect(a.left).toBe(0)
  })

  describe('with accelerators', () => {
    /** 100 bytes of each memory; who moves in takes 10 of the machine's own and so many of the device's. */
    function houseWith(device: string) {
      const accelerators = [{ name: device, freeBytes: 100, totalBytes: 128 * 2 ** 20 }]
      const residency = new Residency({
        budgetBytes: null,
        memory: () => ({ availableBytes: 100, totalBytes: 100, accelerators }),
        clock: new ManualClock(),
      })
      const moveIn = (lodger: Lodger, bytes: number) => {
        const [host] = footprint(10).devices
        const taken: Footprint = { ...footprint(10), devices: host ? [host, { ...host, device, weights: bytes }] : [] }
        lodger.takes = taken
        const load = async () => {
          lodger.held = 10
        }
        return residency.admit(lodger, taken, load, never)
      }
      return { moveIn }
    }

    it('sends away who holds memory of the device that is short', async () => {
      const { moveIn } = houseWith('CUDA0')
      const [a, b, c] = [new Lodger('a'), new Lodger('b'), new Lodger('c')]
      await moveIn(a, 60)
      await moveIn(b, 0)
      await moveIn(c, 60)
      expect([a.left, b.left, c.left]).toEqual([1, 0, 0])
    })

    it('names the device that is too small', async () => {
      const { moveIn } = houseWith('CUDA0')
      await expect(moveIn(new Lodger('big'), 2 ** 30)).rejects.toThrowError(
        "The model `big` needs 1.0 GiB of memory, but of CUDA0's 128 MiB only 1 MiB can be had.",
      )
    })
  })
})
