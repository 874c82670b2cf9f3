import { onAbort } from '../../core/abort.ts'

/** One pull at a time for each model: two that name it differently find out only here that they mean the same. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does it once nobody else works at this model. Rejects with the signal's reason when that aborts first. */
  async take<T>(id: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(id) ?? Promise.resolve()
    const mine = unlessAborted(before, signal).then(work)
    // Who comes next waits for both: this one may give up while the one before it still works.
    const last = Promise.allSettled([before, mine])
    this.#last.set(id, last)
    try {
      return await mine
    } finally {
      void last.then(() => {
        if (this.#last.get(id) === last) this.#last.delete(id)
      })
    }
  }

  /** Whether somebody works at it, or waits to. */
  isTaken(id: string): boolean {
    return this.#last.has(id)
  }
}

function unlessAborted(wait: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const forget = onAbort(signal, () => reject(signal.reason))
    void wait.then(() => {
      forget()
      resolve()
    })
  })
}
