import { TrivetError } from '../../core/errors.ts'

/** The whole number, of at least 1, that a flag was given; `undefined`: it was not. Throws `invalid_value` for anything else. */
export function countOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d+$/.test(text) ? Number(text) : 0
  if (count >= 1 && Number.isSafeInteger(count)) return count
  const reason = `${flag} must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}; it is ${JSON.stringify(text)}.`
  throw new TrivetError('invalid_value', { reason })
}
