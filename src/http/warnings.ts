export const WARNINGS_HEADER = 'x-trivet-warnings'

/** A header that a client made long is cut, not refused. */
const MAX_FIELDS = 32

/** Names the fields that had no effect, in what a header may carry; null when there are none. */
export function warningsHeader(ignored: readonly string[]): string | null {
  if (ignored.length === 0) return null
  const names = ignored.slice(0, MAX_FIELDS).map(headerSafe)
  const more = ignored.length - names.length
  return `ignored: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function headerSafe(name: string): string {
  return name.replace(/[^\w.$:[\]/ -]/g, '?')
}
