import type { Banner } from './native/banner.ts'
import { KNOWN_VERSIONS, layoutFor } from './native/layouts.ts'

/** Older drivers of the NPU fail in the middle of a run. */
const OLDEST_DRIVER = '0.9.7'

/** Why this runtime can't be used here, and what to do; empty when it can. */
export function bannerProblem({ runtime, driver }: Banner): string {
  if (runtime === null) {
    return 'The RKLLM runtime does not tell its version. If you know it, set rkllm.runtime_version.'
  }
  if (layoutFor(runtime) === null) {
    return `The RKLLM runtime is ${runtime}; Trivet knows ${KNOWN_VERSIONS}. Install one of these.`
  }
  if (driver !== null && isOlder(driver, OLDEST_DRIVER)) {
    return `The kernel's NPU driver is ${driver}, and models need ${OLDEST_DRIVER} at least. Update the board's kernel.`
  }
  return ''
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  const at = (a ?? []).findIndex((number, index) => number !== b?.[index])
  return at !== -1 && (a?.[at] ?? 0) < (b?.[at] ?? 0)
}
