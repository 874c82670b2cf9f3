import { expect, test } from 'vitest'
import { count, positive, positives } from './numbers.ts'

test('whole numbers, positive ones, lists', () => {
  expect(count('0')).toBe(0)
  expect(positive('12')).toBe(12)
  expect(positives('1,2,8')).toEqual([1, 2, 8])
  for (const bad of ['-1', '1.5', 'x', '']) expect(() => count(bad)).toThrow('whole number')
  expect(() => positives('1,0')).toThrow('at least 1')
})
