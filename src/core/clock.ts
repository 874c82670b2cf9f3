/** Time as an effect: decisions take a clock, tests pass their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds since some moment: durations are right whatever becomes of the time of day. */
  elapsed(): number
  /** Runs `task` after `ms`; the returned function cancels it. The timer never keeps the process alive. */
  after(ms: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
