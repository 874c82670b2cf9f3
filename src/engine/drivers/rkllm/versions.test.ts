import { expect, test } from 'vitest'
import { bannerProblem } from './versions.ts'

test('what is too old, or not known, is told with what would do', () => {
  const banner = { runtime: '1.3.0', driver: '0.9.8', platform: 'RK3588' }
  expect(bannerProblem(banner)).toBe('')
  expect(bannerProblem({ ...banner, driver: '0.8.2' })).toBe(
    "The kernel's NPU driver is 0.8.2, and models need 0.9.7 at least. Update the board's kernel.",
  )
  expect(bannerProblem({ ...banner, runtime: '1.1.4' })).toBe(
    'The RKLLM runtime is 1.1.4; Trivet knows 1.2.1, 1.2.2, 1.2.3, 1.3.0. Install one of these.',
  )
  expect(bannerProblem({ ...banner, runtime: null })).toBe(
    'The RKLLM runtime does not tell its version. If you know it, set rkllm.runtime_version.',
  )
})
