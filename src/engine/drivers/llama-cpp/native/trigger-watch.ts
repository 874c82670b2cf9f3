/**
 * Follows a text until one of the triggers of its grammar matches. llama.cpp then gives the grammar all that the last
 * token has, also what stands past the match, and aborts the process when it doesn't fit; so no token may go past it.
 */
export class TriggerWatch {
  readonly #triggers: readonly RegExp[]
  #text = ''
  #waiting = true

  /** @param triggers see `Constraint.triggers` */
  constructor(triggers: readonly string[]) {
    this.#triggers = triggers.map((trigger) => new RegExp(trigger))
  }

  /** Whether this further text would complete a trigger and go on past it. */
  overruns(piece: string): boolean {
    if (!this.#waiting) return false
    const end = this.#matchEnd(this.#text + piece)
    return end !== null && end < this.#text.length + piece.length
  }

  take(piece: string): void {
    if (!this.#waiting) return
    this.#text += piece
    this.#waiting = this.#matchEnd(this.#text) === null
  }

  #matchEnd(text: string): number | null {
    for (const trigger of this.#triggers) {
      const match = trigger.exec(text)
      if (match) return match.index + match[0].length
    }
    return null
  }
}
