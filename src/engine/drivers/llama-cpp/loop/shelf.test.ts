import { expect, test } from 'vitest'
import { Shelf, type Shelved } from './shelf.ts'

function shelved(tokens: number[], bytes = 10, key = ''): Shelved {
  return {
    tokens,
    spans: [],
    read: tokens.length,
    key,
    state: { state: new Uint8Array(bytes), heads: [], byteLength: bytes },
  }
}
const whole = (common: number) => common

test('the longest common beginning is found', () => {
  const shelf = new Shelf(100)
  const [short, long] = [shelved([1, 2, 9]), shelved([1, 2, 3, 4])]
  shelf.put(short)
  shelf.put(long)
  expect(shelf.best([1, 2, 3, 5], whole)).toBe(long)
  expect(shelf.best([7], whole)).toBeNull()
})

test('a prompt that another one begins with is superfluous, unless other adapters made it', () => {
  const shelf = new Shelf(100)
  const other = shelved([1, 2], 10, 'adapter')
  shelf.put(shelved([1, 2]))
  shelf.put(other)
  const long = shelved([1, 2, 3])
  shelf.put(long)
  expect(shelf.best([1, 2], (common, { key }) => (key === '' ? common : 0))).toBe(long)
  expect(shelf.best([1, 2], (common, { key }) => (key === 'adapter' ? common : 0))).toBe(other)
})

test('a state that can be had only whole is not made superfluous by a longer one', () => {
  const shelf = new Shelf(100, true)
  const short = shelved([1, 2])
  shelf.put(short)
  shelf.put(shelved([1, 2, 3]))
  expect(shelf.best([1, 2], (common, { tokens }) => (tokens.length === common ? common : 0))).toBe(short)
  expect(shelf.holds(shelved([1, 2]))).toBe(true)
  expect(shelf.holds(shelved([1]))).toBe(false)
})

test('it holds the beginnings of what was put there, if they were computed the same way', () => {
  const shelf = new Shelf(100)
  shelf.put({ ...shelved([1, 2, 3]), read: 2 })
  expect(shelf.holds({ ...shelved([1, 2]), read: 2 })).toBe(true)
  expect(shelf.holds(shelved([1, 2, 3]))).toBe(false)
  expect(shelf.holds(shelved([1, 3]))).toBe(false)
  expect(shelf.holds(shelved([1, 2], 10, 'adapter'))).toBe(false)
})

test('what it holds is told', () => {
  const told: number[] = []
  const shelf = new Shelf(25, false, (bytes) => told.push(bytes))
  for (const prompt of [shelved([1]), shelved([1, 2]), shelved([3]), shelved([4])]) shelf.put(prompt)
  expect(told).toEqual([10, 10, 20, 20])
})

test('over the budget, what was used longest ago goes first', () => {
  const shelf = new Shelf(25)
  const [a, b, c] = [shelved([1]), shelved([2]), shelved([3])]
  shelf.put(a)
  shelf.put(b)
  expect(shelf.best([1], whole)).toBe(a)
  shelf.put(c)
  expect(shelf.best([2], whole)).toBeNull()
  expect(shelf.best([1], whole)).toBe(a)
  expect(shelf.best([3], whole)).toBe(c)
})

test('what is larger than the budget is not kept', () => {
  const shelf = new Shelf(5)
  shelf.put(shelved([1]))
  expect(shelf.best([1], whole)).toBeNull()
})
