/** Keeps what was made last, so that it needn't be made again; forgets what wasn't asked for longest. */
export class Lru<Value> {
  readonly #capacity: number
  readonly #values = new Map<string, Value>()

  /** @param capacity values kept at most */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The value of this key, made when it isn't kept. What `make` throws is passed on, and nothing is kept. */
  get(key: string, make: () => Value): Value {
    const kept = this.#values.get(key)
    const value = kept ?? make()
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#capacity && oldest !== undefined) this.#values.delete(oldest)
    return value
  }
}
