/** Follows, one UTF-16 unit at a time, how much of `needle` the text seen so far ends with (Knuth–Morris–Pratt). */
export class PrefixMatcher {
  readonly needle: string
  /** Length of the longest prefix of the needle that the text ends with. */
  matched = 0
  readonly #fallback: readonly number[]

  /** `needle` must not be empty. */
  constructor(needle: string) {
    this.needle = needle
    this.#fallback = fallbacks(needle)
  }

  /** Forgets what was seen. */
  reset(): void {
    this.matched = 0
  }

  /** Takes one more unit; true when the needle is complete. */
  advance(unit: string): boolean {
    this.matched = step(this.needle, this.#fallback, this.matched, unit)
    return this.matched === this.needle.length
  }
}

/** `fallbacks(s)[n]`: length of the longest proper prefix of `s` that ends the first `n` units of `s`. */
function fallbacks(needle: string): readonly number[] {
  const table = [0, 0]
  for (let length = 1; length < needle.length; length++) {
    table.push(step(needle, table, table[length] ?? 0, needle.charAt(length)))
  }
  return table
}

function step(needle: string, fallback: readonly number[], matched: number, unit: string): number {
  let length = matched
  while (length > 0 && needle.charAt(length) !== unit) length = fallback[length] ?? 0
  return needle.charAt(length) === unit ? length + 1 : 0
}
