import { expect, test } from 'vitest'
import { fitOf, usualWorkingBytes } from './fit.ts'

const GB = 1e9

test.each([
  [4, 8, 'fits'],
  [7, 8, 'tight'],
  [9, 8, 'no'],
] as const)('a model of %d GB in %d GB of memory: %s', (needed, free, verdict) => {
  const weight = { weightBytes: needed * GB - GB, workingBytes: GB }
  expect(fitOf(weight, free * GB, 8 * GB)).toEqual({ verdict, neededBytes: needed * GB, freeBytes: free * GB })
})

test('what an answer takes grows with the context and with the model', () => {
  const small = usualWorkingBytes(0.5e9, 4096)
  expect(usualWorkingBytes(0.5e9, 32_768)).toBeGreaterThan(small)
  expect(usualWorkingBytes(8e9, 4096)).toBeGreaterThan(small)
  expect(usualWorkingBytes(8e9, 8192)).toBeLessThan(3 * GB)
})
