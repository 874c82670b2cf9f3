/** A template comes with a downloaded file, so nothing it asks for may take the server's memory or time. */
const MAX_LENGTH = 32 * 1024 * 1024

/** Steps of one rendering: the longest conversations take thousands. */
export const MAX_STEPS = 5_000_000

/** As in Jinja's own sandbox. */
export const MAX_RANGE = 100_000

/** Of characters or items. */
export function isTooLarge(length: number): boolean {
  return length > MAX_LENGTH
}
