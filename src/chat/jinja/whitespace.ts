/** What Python's `str.isspace` accepts, which is not quite what JavaScript's `\s` does. */
const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'

/** Right here: sticky. */
export const SPACES_BEFORE = new RegExp(`${SPACE}+`, 'y')

export const SPACES = new RegExp(`${SPACE}+`, 'g')

export const ONLY_SPACES = new RegExp(`^${SPACE}+$`)

/** Python's `str.strip()`. */
export function strip(text: string): string {
  return stripStart(stripEnd(text))
}

export function stripStart(text: string): string {
  SPACES_BEFORE.lastIndex = 0
  return text.slice(SPACES_BEFORE.exec(text)?.[0].length ?? 0)
}

/** From the end by hand: a regular expression would look again at every white space of the text. */
export function stripEnd(text: string): string {
  let end = text.length
  while (end > 0 && ONLY_SPACES.test(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}
