import { describe, expect, it } from 'vitest'
import { type Eviction, evictionFor, type Resident } from './eviction.ts'
import { type BytesByMemory, HOST } from './room.ts'

const NOW = 1_000_000
const host = (bytes: number): BytesByMemory => new Map([[HOST, bytes]])
const resident = (id: string, over: Partial<Resident> = {}): Resident => ({
  id,
  bytes: host(100),
  state: 'idle',
  pinned: false,
  lastUsedMs: NOW - 60_000,
  loadMs: 1_000,
  ...over,
})
const used = (id: string, agoMs: number, over: Partial<Resident> = {}) =>
  resident(id, { lastUsedMs: NOW - agoMs, ...over })

describe('evictionFor', () => {
  it.each<[string, number, number, Resident[], Eviction]>([
    ['takes what is free', 100, 100, [resident('a')], { kind: 'fits' }],
    ['evicts the one unused for longest', 100, 0, [used('a', 10), used('b', 20)], { kind: 'evict', victims: ['b'] }],
    ['counts what is free already', 150, 50, [used('a', 10), used('b', 20)], { kind: 'evict', victims: ['b'] }],
    ['evicts as many as it takes', 150, 0, [used('a', 10), used('b', 20)], { kind: 'evict', victims: ['b', 'a'] }],
    [
      'spares one that is slow to come back',
      100,
      0,
      [used('slow', 20_000, { loadMs: 60_000 }), used('quick', 10_000, { loadMs: 100 })],
      { kind: 'evict', victims: ['quick'] },
    ],
    [
      'evicts nobody in vain',
      300,
      0,
      [used('small', 30), used('large', 20, { bytes: host(300) })],
      { kind: 'evict', victims: ['large'] },
    ],
    [
      'waits for a busy one rather than ending it',
      100,
      0,
      [resident('a', { state: 'busy' })],
      { kind: 'wait', victims: ['a'] },
    ],
    [
      'waits for as few busy ones as possible',
      200,
      0,
      [resident('busy', { state: 'busy' }), resident('also', { state: 'busy' }), resident('idle')],
      { kind: 'wait', victims: ['idle', 'busy'] },
    ],
    ['waits for one that is loading', 100, 0, [resident('a', { state: 'loading' })], { kind: 'wait', victims: ['a'] }],
    ['never touches a pinned one', 100, 0, [resident('a', { pinned: true })], { kind: 'never' }],
    ['says when nothing would help', 101, 0, [resident('a')], { kind: 'never' }],
    ['says so with nobody there', 1, 0, [], { kind: 'never' }],
  ])('%s', (_, needed, free, residents, eviction) => {
    expect(evictionFor(host(needed), host(free), residents, NOW)).toEqual(eviction)
  })

  it.each<[string, Record<string, number>, Record<string, number>[], Eviction]>([
    ['takes what is free on each', { host: 10, CUDA0: 10 }, [], { kind: 'fits' }],
    ['evicts who frees what is short', { CUDA0: 15 }, [{ host: 90 }, { CUDA0: 5 }], { kind: 'evict', victims: ['1'] }],
    [
      'spares who frees only what there is enough of',
      { host: 15, CUDA0: 15 },
      [{ CUDA0: 9 }, { host: 9 }, { host: 9, CUDA1: 9 }],
      { kind: 'evict', victims: ['0', '1'] },
    ],
    [
      'says when it is short on one of them for good',
      { host: 1, CUDA0: 16 },
      [{ host: 90, CUDA0: 5 }],
      { kind: 'never' },
    ],
    ['has enough of a memory that nobody knows', { NPU: 1e12 }, [], { kind: 'fits' }],
  ])('%s', (_, needed, residents, eviction) => {
    const free = new Map([HOST, 'CUDA0', 'CUDA1'].map((memory) => [memory, 10]))
    const held = residents.map((bytes, index) =>
      used(String(index), 100 - index, { bytes: new Map(Object.entries(bytes)) }),
    )
    expect(evictionFor(new Map(Object.entries(needed)), free, held, NOW)).toEqual(eviction)
  })
})
