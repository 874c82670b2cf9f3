/** Lines typed so far of an entry that isn't finished. */
export interface Draft {
  readonly lines: readonly string[]
  /** Inside `"""`. */
  readonly quoted: boolean
}

export interface Entry {
  readonly text: string
  /** Was in `"""`, so it is never a command. */
  readonly quoted: boolean
}

export const NO_DRAFT: Draft = { lines: [], quoted: false }

const QUOTES = '"""'

/** Takes one more line: a trailing backslash asks for another, `"""` for all until the next `"""`. */
export function addLine(draft: Draft, line: string): { readonly draft: Draft; readonly entry: Entry | null } {
  if (draft.quoted) return inQuotes(draft.lines, line)
  if (draft.lines.length === 0 && line.startsWith(QUOTES)) return inQuotes([], line.slice(QUOTES.length))
  if (line.endsWith('\\')) return { draft: { lines: [...draft.lines, line.slice(0, -1)], quoted: false }, entry: null }
  return finished([...draft.lines, line], false)
}

/** A line that was to be continued still counts when the input ends; what quotes hold open does not. */
export function lastEntry(draft: Draft): Entry | null {
  return draft.lines.length === 0 || draft.quoted ? null : finished(draft.lines, false).entry
}

function inQuotes(lines: readonly string[], line: string) {
  if (line.endsWith(QUOTES)) return finished([...lines, line.slice(0, -QUOTES.length)], true)
  return { draft: { lines: [...lines, line], quoted: true }, entry: null }
}

function finished(lines: readonly string[], quoted: boolean) {
  return { draft: NO_DRAFT, entry: { text: lines.join('\n').trim(), quoted } }
}
