import type { FromChild, ToChild } from './frames.ts'

/** A frame as one line. JSON escapes line breaks and lone surrogates, so no text inside can break the framing. */
export function encodeFrame(frame: ToChild | FromChild): string {
  return `${JSON.stringify(frame)}\n`
}
