/**
 * A stream that is kept as it comes: it can be read from any place, by any number of readers, while it runs and after.
 * It runs to its end whether anyone reads or not.
 */
export class Recording<T> {
  readonly #values: T[] = []
  #wake = (): void => {}
  #news: Promise<void>
  #over = false
  #failure: { readonly thrown: unknown } | null = null

  constructor(source: AsyncIterable<T>) {
    this.#news = this.#nextNews()
    void this.#record(source)
  }

  /** What has come so far. */
  get values(): readonly T[] {
    return this.#values
  }

  /** From the value at `index` on, to the end. Throws what the stream threw. */
  async *from(index: number): AsyncGenerator<T, void> {
    for (let at = index; ; at++) {
      while (at >= this.#values.length && !this.#over) await this.#news
      if (at >= this.#values.length) break
      yield this.#values[at] as T
    }
    if (this.#failure !== null) throw this.#failure.thrown
  }

  async #record(source: AsyncIterable<T>): Promise<void> {
    try {
      for await (const value of source) {
        this.#values.push(value)
        this.#tell()
      }
    } catch (thrown) {
      this.#failure = { thrown }
    }
    this.#over = true
    this.#tell()
  }

  #tell(): void {
    const wake = this.#wake
    this.#news = this.#nextNews()
    wake()
  }

  #nextNews(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}
