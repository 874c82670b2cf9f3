import { expect, test } from 'vitest'
import { primed } from './primed.ts'

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = []
  for await (const value of source) values.push(value)
  return values
}

test('gives every value, the first included', async () => {
  async function* three() {
    yield* [1, 2, 3]
  }
  async function* none() {}
  expect(await all(await primed(three()))).toEqual([1, 2, 3])
  expect(await all(await primed(none()))).toEqual([])
})

test('what fails before the first value fails at once, what fails later fails then', async () => {
  const failing = (after: number) =>
    (async function* () {
      for (let n = 0; n < after; n++) yield n
      throw new Error(`after ${after}`)
    })()
  await expect(primed(failing(0))).rejects.toThrow('after 0')
  const late = await primed(failing(1))
  await expect(all(late)).rejects.toThrow('after 1')
})

test('leaving early ends the source', async () => {
  let ended = false
  async function* endless() {
    try {
      while (true) yield 0
    } finally {
      ended = true
    }
  }
  for await (const _ of await primed(endless())) break
  expect(ended).toBe(true)
})
