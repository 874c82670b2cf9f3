/** Does one piece of work after the other, in the order in which they come; one that fails holds up nobody. */
export class Line {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves or rejects as the work does, which begins when all before it is over. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when all that is in line now is over. */
  async empty(): Promise<void> {
    await this.#last
  }
}
