import { beforeEach, expect, test } from 'vitest'
import { Leases } from './leases.ts'

let opened: string[]
let freed: string[]
let held: number[]
let leases: Leases<{ readonly bytes: number }>

/** A thing takes as many bytes as its name is long. */
beforeEach(() => {
  opened = []
  freed = []
  held = []
  const kind = {
    open: async (path: string): Promise<{ readonly bytes: number }> => {
      opened.push(path)
      if (path === 'broken') throw new Error('broken')
      return { bytes: path.length }
    },
    bytesOf: ({ bytes }: { readonly bytes: number }) => bytes,
    free: (_: unknown, path: string) => freed.push(path),
  }
  leases = new Leases<{ readonly bytes: number }>(kind, { things: 3, bytes: 10 }, (bytes) => held.push(bytes))
})

async function use(...paths: readonly string[]): Promise<void> {
  for (const path of paths) (await leases.take(path)).release()
}

test('a thing is opened once, for those who use it together and for the next', async () => {
  const [one, other] = await Promise.all([leases.take('a'), leases.take('a')])
  one.release()
  other.release()
  await use('a')
  expect([opened, freed, leases.get('a')]).toEqual([['a'], [], { bytes: 1 }])
})

test('of too many the one unused for longest goes', async () => {
  await use('a', 'b', 'c', 'a', 'd')
  expect([freed, leases.get('b')]).toEqual([['b'], null])
  await use('b')
  expect([opened, freed]).toEqual([
    ['a', 'b', 'c', 'd', 'b'],
    ['b', 'c'],
  ])
})

test('of too much as many go as it takes', async () => {
  await use('aaa', 'bbb', 'cccccccc')
  expect(freed).toEqual(['aaa', 'bbb'])
  expect(held).toEqual([3, 6, 14, 11, 8])
})

test('one in use never goes, nor makes more go than are unused; it goes once it is given back', async () => {
  const large = await leases.take('larger than all bounds')
  await use('a', 'b')
  expect(freed).toEqual(['a', 'b'])
  large.release()
  expect(freed).toEqual(['a', 'b', 'larger than all bounds'])
  expect(held.at(-1)).toBe(0)
})

test('what can not be opened is refused to all who asked, and tried again for the next', async () => {
  const refused = await Promise.allSettled([leases.take('broken'), leases.take('broken')])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(leases.take('broken')).rejects.toThrow('broken')
  expect([opened, freed]).toEqual([['broken', 'broken'], []])
})

test('all are freed in the end, those just being opened too', async () => {
  await use('a')
  const late = leases.take('b')
  await leases.freeAll()
  await late
  expect(freed).toEqual(['a', 'b'])
})
