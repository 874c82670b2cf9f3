/** One who waits for the next value. */
interface Waiter<T> {
  resolve(result: IteratorResult<T, void>): void
  reject(reason: unknown): void
}

/**
 * Values on their way from whoever has them to the one who consumes them, who asks for one after the other. It never
 * pushes back: its producer must not wait for a slow reader, and comes to an end. Each value costs one promise, where an
 * async generator takes three: answers come through here token by token.
 */
export class PushQueue<T> implements AsyncIterableIterator<T, void> {
  #arrived: T[] = []
  #ended = false
  #failure: { readonly reason: unknown } | null = null
  #waiter: Waiter<T> | null = null

  /** Does nothing once the end is known. */
  push(value: T): void {
    if (this.#ended) return
    if (this.#waiter === null) this.#arrived.push(value)
    else this.#answer().resolve({ done: false, value })
  }

  /** Ends it once what was pushed is consumed. */
  close(): void {
    this.#ended = true
    if (this.#waiter !== null) this.#answer().resolve(DONE)
  }

  /** Ends it like `close`, but by a throw. */
  fail(reason: unknown): void {
    this.#ended = true
    if (this.#waiter === null) this.#failure = { reason }
    else this.#answer().reject(reason)
  }

  /** Ends it at once. */
  discard(): void {
    this.#arrived = []
    this.#failure = null
    this.close()
  }

  next(): Promise<IteratorResult<T, void>> {
    if (this.#arrived.length > 0) return Promise.resolve({ done: false, value: this.#arrived.shift() as T })
    if (this.#failure !== null) {
      const { reason } = this.#failure
      this.#failure = null
      return Promise.reject(reason)
    }
    if (this.#ended) return Promise.resolve(DONE)
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject }
    })
  }

  return(): Promise<IteratorResult<T, void>> {
    this.discard()
    return Promise.resolve(DONE)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #answer(): Waiter<T> {
    const waiter = this.#waiter as Waiter<T>
    this.#waiter = null
    return waiter
  }
}

const DONE = { done: true, value: undefined } as const
