import { expect, test } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { gatherUsages } from './gathered-usage.ts'
import { createKeyUsages } from './key-usage.ts'
import { IN_MEMORY, openDatabase } from './open.ts'

const USE = { requests: 1, failed: 0, promptTokens: 10, completionTokens: 3, latencyMs: 250 }

function gathering() {
  const clock = new ManualClock()
  const database = openDatabase(IN_MEMORY)
  const kept = createKeyUsages(database, clock)
  let writes = 0
  const broken = { message: null as string | null }
  const counted = {
    ...kept,
    add: async (...use: Parameters<typeof kept.add>) => {
      writes++
      if (broken.message !== null) throw new Error(broken.message)
      await kept.add(...use)
    },
  }
  return { clock, kept, broken, writes: () => writes, usages: gatherUsages(counted, clock) }
}

test('many requests are one row a second, and are read at once', async () => {
  const { clock, kept, usages, writes } = gathering()
  for (let i = 0; i < 100; i++) void usages.add(i % 2 === 0 ? 'a' : 'b', USE)
  const a = { key: 'a', requests: 50, failed: 0, promptTokens: 500, completionTokens: 150, latencyMs: 12_500 }
  expect(await usages.of('a')).toEqual({ ...a, lastUsedMs: clock.now() })
  expect((await usages.all()).map(({ key, requests }) => [key, requests])).toEqual([
    ['a', 50],
    ['b', 50],
  ])
  expect([writes(), await kept.of('a'), await usages.of('c')]).toEqual([0, null, null])
  clock.advance(1000)
  await settled()
  expect([writes(), (await kept.of('a'))?.requests, (await usages.of('a'))?.requests]).toEqual([2, 50, 50])
  void usages.add('a', USE)
  expect((await usages.of('a'))?.requests).toBe(51)
  clock.advance(1000)
  await settled()
  expect((await kept.of('a'))?.requests).toBe(51)
})

test('all of it is written when it is asked to be, before anything else happens', async () => {
  const { kept, usages, clock } = gathering()
  void usages.add('a', USE)
  void usages.flush()
  expect((await kept.of('a'))?.requests).toBe(1)
  expect(clock.pending).toBe(0)
})

test('what can not be written is told, and kept until it can', async () => {
  const { clock, kept, broken, usages } = gathering()
  broken.message = 'disk full'
  const first = usages.add('a', USE)
  void usages.add('a', USE)
  clock.advance(1000)
  await expect(first).rejects.toThrow('disk full')
  expect((await usages.of('a'))?.requests).toBe(2)
  broken.message = null
  void usages.add('a', USE)
  clock.advance(1000)
  await settled()
  expect((await kept.of('a'))?.requests).toBe(3)
})
