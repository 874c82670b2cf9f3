/** The first of the needles in `text`; of several at one place, the longest. */
export function firstOf(
  text: string,
  needles: readonly string[],
): { readonly at: number; readonly needle: string } | null {
  let first: { readonly at: number; readonly needle: string } | null = null
  for (const needle of needles) {
    const at = text.indexOf(needle)
    if (at < 0) continue
    if (!first || at < first.at || (at === first.at && needle.length > first.needle.length)) first = { at, needle }
  }
  return first
}

/** Length of the longest end of `text` with which one of the needles may be beginning. */
export function openEnd(text: string, needles: readonly string[]): number {
  const longest = Math.max(0, ...needles.map((needle) => needle.length - 1))
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(text.length - length)
    if (needles.some((needle) => needle.length > length && needle.startsWith(end))) return length
  }
  return 0
}
