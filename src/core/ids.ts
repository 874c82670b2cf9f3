import { randomFillSync } from 'node:crypto'

const ID_BYTES = 12

/** Random bytes for the next ids: to draw many at once takes hardly longer than to draw a few. */
const drawn = Buffer.alloc(ID_BYTES * 256)
let used = drawn.length

/** `prefix_` and 96 random bits in hex: unique without coordination, and opaque. */
export function newId(prefix: string): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += ID_BYTES
  return withPrefix(prefix, drawn.toString('hex', used - ID_BYTES, used))
}

/** An id of its kind: `call_…`. A prefix may end in a separator of its own, as OpenAI has it in `chatcmpl-`. */
export function withPrefix(prefix: string, rest: string): string {
  return /[-_]$/.test(prefix) ? prefix + rest : `${prefix}_${rest}`
}
