import type { Clock } from '../../src/core/clock.ts'

/** A clock that stands still until it is told otherwise. */
export class ManualClock implements Clock {
  #now = 1_700_000_000_000
  /** What `now` was moved by beside time itself. */
  #jumped = 0
  #timers: { due: number; task: () => void }[] = []

  now(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#now - this.#jumped
  }

  after(ms: number, task: () => void): () => void {
    const timer = { due: this.#now + ms, task }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Set to another time, as by hand: timers wait as long as they would have. */
  jump(ms: number): void {
    this.#now += ms
    this.#jumped += ms
    for (const timer of this.#timers) timer.due += ms
  }

  /** Timers that are set and have not run. */
  get pending(): number {
    return this.#timers.length
  }

  /** Moves on by `ms`, running what falls due on the way, in order. */
  advance(ms: number): void {
    const until = this.#now + ms
    while (true) {
      const next = this.#timers.filter((timer) => timer.due <= until).sort((a, b) => a.due - b.due)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = Math.max(this.#now, next.due)
      next.task()
    }
    this.#now = until
  }
}

/** Lets everything run that needs neither time nor the outside world. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
