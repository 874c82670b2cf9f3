import { onAbort } from '../core/abort.ts'
import type { Clock } from '../core/clock.ts'
import type { TrivetError } from '../core/errors.ts'

/** Whether it ended before the time was over. */
export async function within(ms: number, work: Promise<unknown>, clock: Clock): Promise<boolean> {
  if (ms === Number.POSITIVE_INFINITY) {
    await work
    return true
  }
  if (ms <= 0) return Promise.race([work.then(() => true), Promise.resolve(false)])
  let cancel = () => {}
  const late = new Promise<false>((resolve) => {
    cancel = clock.after(ms, () => resolve(false))
  })
  const inTime = await Promise.race([work.then(() => true), late])
  cancel()
  return inTime
}

/** Stops waiting when the signal aborts; what is waited for goes on. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal, why: () => TrivetError): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject).finally(onAbort(signal, () => reject(why())))
  })
}
