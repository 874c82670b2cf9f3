/** Follows a JSON text, one UTF-16 unit at a time, and tells what belongs to a string in it. */
export class JsonLiterals {
  #inside = false
  #escaped = false

  /** Takes one more unit; true when it is part of a string, its quotes included. */
  holds(unit: string): boolean {
    if (!this.#inside) {
      this.#inside = unit === '"'
      return this.#inside
    }
    const ends = unit === '"' && !this.#escaped
    this.#escaped = unit === '\\' && !this.#escaped
    this.#inside = !ends
    return true
  }
}
