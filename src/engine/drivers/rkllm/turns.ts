/** One thing after another: the runtime runs one at a time. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** @param work must not reject */
  take(work: () => Promise<void>): void {
    this.#last = this.#last.then(work)
  }

  /** Resolves when everything that was begun is over. */
  idle(): Promise<void> {
    return this.#last
  }
}
