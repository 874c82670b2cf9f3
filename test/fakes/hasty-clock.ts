import type { Clock } from '../../src/core/clock.ts'

/** A clock whose every wait is over in a moment, except watches of this length, which never end; it notes how long. */
export class HastyClock implements Clock {
  readonly waits: number[] = []
  readonly #watchMs: number
  #now = 1_700_000_000_000

  constructor(watchMs = 30_000) {
    this.#watchMs = watchMs
  }

  now(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#now
  }

  after(ms: number, task: () => void): () => void {
    if (ms === this.#watchMs) return () => {}
    this.waits.push(ms)
    const immediate = setImmediate(() => {
      this.#now += ms
      task()
    })
    return () => clearImmediate(immediate)
  }
}
