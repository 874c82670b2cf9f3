import { expect, test } from 'vitest'
import { DEFAULT_POLICY, restartDelay } from './policy.ts'

test('the pause before a restart doubles with every crash, up to its limit', () => {
  const policy = { ...DEFAULT_POLICY, backOffMs: 100, backOffMaxMs: 500 }
  expect([1, 2, 3, 4, 50].map((crashes) => restartDelay(policy, crashes))).toEqual([100, 200, 400, 500, 500])
})
