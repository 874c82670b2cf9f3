import { expect, test } from 'vitest'
import { pairedRatios, percentile, spread } from './statistics.ts'

test('a percentile lies between its neighbours', () => {
  expect(percentile([4, 1, 3, 2], 0.5)).toBe(2.5)
  expect(percentile([10, 20, 30, 40, 50], 0.95)).toBeCloseTo(48, 12)
  expect(percentile([10, 20, 30], 0)).toBe(10)
  expect(percentile([10, 20, 30], 1)).toBe(30)
  expect(percentile([7], 0.95)).toBe(7)
  expect(percentile([], 0.5)).toBeNull()
})

test('the values themselves stay in their order', () => {
  const values = [3, 1, 2]
  percentile(values, 0.5)
  expect(values).toEqual([3, 1, 2])
})

test('spread', () => {
  expect(spread([3, 1, 8])).toEqual({ median: 3, min: 1, max: 8 })
  expect(spread([])).toBeNull()
})

test('ratios go pair by pair; incomplete pairs and zero bases are left out', () => {
  expect(pairedRatios([2, 9, null, 4, 5], [1, 3, 1, null, 0])).toEqual([2, 3])
  expect(pairedRatios([1, 2], [2])).toEqual([0.5])
})
