/** How browsers tell of a stream that broke off: each in words of its own. */
const BROKEN_OFF = /network ?error|failed to fetch|load failed|input stream/i

/** What is said of a connection that broke off. */
export const LOST = 'The connection to the server was lost.'

/** What went wrong, as a sentence for whoever looks at the page. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof TypeError && BROKEN_OFF.test(error.message) ? LOST : error.message
}
