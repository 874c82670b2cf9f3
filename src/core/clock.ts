/** Time as an effect: decisions take a clock, tests pass their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds since some moment: durations are right whatever becomes of the time of day. */
  elapsed(): number
  /**
   * Runs `task` after `ms`, however many those are; the returned function cancels it. The timer never keeps the process
   * alive.
   */
  after(ms: number, task: () => void): () => void
}

/** The platform's timers fire at once when they are set to more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, task) {
    let timer: NodeJS.Timeout
    const wait = (leftMs: number) => {
      const stepMs = Math.min(leftMs, LONGEST_TIMER_MS)
      timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : task()), stepMs)
      timer.unref()
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}

/** Aborts after `ms` with a `TimeoutError`: `AbortSignal.timeout` for times of any length. */
export function timeoutSignal(ms: number, clock: Clock = systemClock): AbortSignal {
  const controller = new AbortController()
  clock.after(ms, () => controller.abort(new DOMException(`It took longer than ${ms / 1000} s.`, 'TimeoutError')))
  return controller.signal
}
