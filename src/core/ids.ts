import { randomBytes } from 'node:crypto'

/** `prefix_` and 96 random bits in hex: unique without coordination, and opaque. */
export function newId(prefix: string): string {
  return withPrefix(prefix, randomBytes(12).toString('hex'))
}

/** An id of its kind: `call_…`. A prefix may end in a separator of its own, as OpenAI has it in `chatcmpl-`. */
export function withPrefix(prefix: string, rest: string): string {
  return /[-_]$/.test(prefix) ? prefix + rest : `${prefix}_${rest}`
}
