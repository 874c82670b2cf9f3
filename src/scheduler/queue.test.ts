import { describe, expect, it } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { Queue } from './queue.ts'

function queueOf(slots: number, capacity: number) {
  const clock = new ManualClock()
  return { clock, queue: new Queue({ model: 'm', capacity, slots: () => slots, clock }) }
}

const never = new AbortController().signal

describe('Queue', () => {
  it('lets in as many as there are slots, then one for each that leaves, in the order they came', async () => {
    const { queue } = queueOf(2, 8)
    const entered: string[] = []
    const enter = async (name: string) => {
      const place = await queue.enter(never)
      entered.push(name)
      return place
    }
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(enter)
    await settled()
    expect(entered).toEqual(['a', 'b'])
    expect([queue.running, queue.waiting]).toEqual([2, 2])
    ;(await b)?.leave()
    await c
    expect(entered).toEqual(['a', 'b', 'c'])
    ;(await a)?.leave()
    await d
    expect([queue.running, queue.waiting]).toEqual([2, 0])
  })

  it('counts a place given back twice once', async () => {
    const { queue } = queueOf(2, 0)
    const place = await queue.enter(never)
    await queue.enter(never)
    place.leave()
    place.leave()
    expect(queue.running).toBe(1)
  })

  it('forgets at once whoever aborts in line', async () => {
    const { queue } = queueOf(1, 8)
    const first = await queue.enter(never)
    const leaving = new AbortController()
    const left = queue.enter(leaving.signal)
    const next = queue.enter(never)
    leaving.abort()
    expect(queue.waiting).toBe(1)
    await expect(left).rejects.toMatchObject({ code: 'request_cancelled' })
    first.leave()
    ;(await next).leave()
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  })

  it('refuses an aborted newcomer without counting it', async () => {
    const { queue } = queueOf(1, 8)
    await expect(queue.enter(AbortSignal.abort())).rejects.toMatchObject({ code: 'request_cancelled' })
    expect(queue.running).toBe(0)
  })

  it('refuses when full, with the capacity and a time that follows from how long requests take', async () => {
    const { queue, clock } = queueOf(1, 0)
    const first = await queue.enter(never)
    await expect(queue.enter(never)).rejects.toMatchObject({
      code: 'queue_full',
      status: 429,
      details: { model: 'm', capacity: 0, retryAfter: 1 },
    })
    clock.advance(7_000)
    first.leave()
    await queue.enter(never)
    await expect(queue.enter(never)).rejects.toMatchObject({ details: { retryAfter: 7 } })
  })

  it('when closed refuses newcomers, lets the line go on, and says when it is empty', async () => {
    const { queue } = queueOf(1, 8)
    const first = await queue.enter(never)
    const second = queue.enter(never)
    let empty = false
    const closed = queue.close().then(() => {
      empty = true
    })
    await expect(queue.enter(never)).rejects.toMatchObject({ code: 'shutting_down', status: 503 })
    first.leave()
    const place = await second
    expect(empty).toBe(false)
    place.leave()
    await closed
    expect(empty).toBe(true)
  })

  it('when cleared refuses the line', async () => {
    const { queue } = queueOf(1, 8)
    const first = await queue.enter(never)
    const second = queue.enter(never)
    queue.clear()
    await expect(second).rejects.toMatchObject({ code: 'shutting_down' })
    expect([queue.running, queue.waiting]).toEqual([1, 0])
    first.leave()
    expect(queue.running).toBe(0)
  })

  it('dismisses whoever is there, for the reason given, and serves those who come later', async () => {
    const { queue } = queueOf(1, 8)
    const first = await queue.enter(never)
    const second = queue.enter(never)
    expect(first.over).toBeNull()
    queue.dismiss(new TrivetError('engine_unavailable'))
    await expect(second).rejects.toMatchObject({ code: 'engine_unavailable' })
    expect(first.over).toMatchObject({ code: 'engine_unavailable' })
    const later = queue.enter(never)
    expect([queue.running, queue.waiting]).toEqual([1, 1])
    first.leave()
    expect((await later).over).toBeNull()
  })

  it('tells when those who are there now have left, whoever comes meanwhile', async () => {
    const { queue } = queueOf(1, 8)
    await queue.drained()
    const first = await queue.enter(never)
    const second = queue.enter(never)
    let drained = false
    const done = queue.drained().then(() => {
      drained = true
    })
    const later = queue.enter(never)
    first.leave()
    const place = await second
    expect(drained).toBe(false)
    place.leave()
    await done
    ;(await later).leave()
  })

  it('lets more in as soon as there are more slots, and fewer when there are fewer', async () => {
    let slots = 1
    const queue = new Queue({ model: 'm', capacity: 8, slots: () => slots, clock: new ManualClock() })
    const first = await queue.enter(never)
    const second = queue.enter(never)
    slots = 2
    queue.refresh()
    const place = await second
    slots = 1
    place.leave()
    expect(queue.enterIfFree()).toBeNull()
    first.leave()
    expect(queue.enterIfFree()).not.toBeNull()
  })

  it('tells which place a newcomer would have', async () => {
    const { queue } = queueOf(1, 8)
    expect(queue.position).toBe(0)
    const first = await queue.enter(never)
    expect(queue.position).toBe(1)
    const second = queue.enter(never)
    expect(queue.position).toBe(2)
    first.leave()
    expect(queue.position).toBe(1)
    ;(await second).leave()
    expect(queue.position).toBe(0)
  })

  it('takes another capacity while it is at work', async () => {
    const { queue } = queueOf(1, 0)
    await queue.enter(never)
    await expect(queue.enter(never)).rejects.toMatchObject({ code: 'queue_full' })
    queue.capacity = 1
    void queue.enter(never).catch(() => {})
    expect(queue.waiting).toBe(1)
    await expect(queue.enter(never)).rejects.toMatchObject({ details: { capacity: 1 } })
    queue.clear()
  })
})
