import { expect, test } from 'vitest'
import { append } from './append.ts'

test('a list grows by more items than a call takes arguments', () => {
  const list = [7]
  append(list, new Int32Array(500_000).fill(1))
  expect([list.length, list[0], list[500_000]]).toEqual([500_001, 7, 1])
})
