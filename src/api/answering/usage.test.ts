import { expect, test } from 'vitest'
import { totalUsage } from './usage.ts'

test('the prompt counts once, the answers together, the cache as it was before', () => {
  const usage = (completionTokens: number, cachedTokens: number) =>
    ({ type: 'usage', promptTokens: 10, completionTokens, cachedTokens }) as const
  expect(totalUsage([usage(3, 9), usage(5, 2)])).toEqual({ promptTokens: 10, completionTokens: 8, cachedTokens: 2 })
})

test('of nothing, nothing', () => {
  expect(totalUsage([])).toEqual({ promptTokens: 0, completionTokens: 0, cachedTokens: 0 })
})
