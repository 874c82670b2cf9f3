import { randomBytes } from 'node:crypto'

/** `prefix-` and 96 random bits in base 62-ish url-safe text: unique without coordination, and opaque. */
export function newId(prefix: string): string {
  return `${prefix}-${randomBytes(12).toString('hex')}`
}
