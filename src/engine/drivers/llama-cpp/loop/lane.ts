import type { Reading } from './reading.ts'
import { endOf, positionAt, type Span } from './spans.ts'

/**
 * One of llama.cpp's sequences and the tokens whose KV cells it holds, position by position. While a request owns it,
 * it grows; afterwards it stays as a cached prefix until the place is needed.
 */
export class Lane {
  readonly id: number
  readonly tokens: number[] = []
  /** Stretches of them that were read as vectors. */
  spans: readonly Span[] = []
  /** Of these, how many were read as a prompt, slice by slice; the rest was decoded one by one. */
  read = 0
  owner: Reading | null = null
  /** Which adapters its cells were computed with: see `Reading.key`. */
  key = ''
  /** Larger is later; 0 for a lane that was never used. */
  lastUsed = 0

  constructor(id: number) {
    this.id = id
  }

  /** Where the next token goes. */
  get position(): number {
    return positionAt(this.tokens.length, this.spans)
  }

  /** Keeps the first `length` tokens. */
  cut(length: number): void {
    this.spans = this.spans.filter((span) => endOf(span) <= length)
    this.tokens.length = Math.min(this.tokens.length, length)
    this.read = Math.min(this.read, length)
  }
}

/** How many leading tokens two texts share. */
export function commonLength(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const end = Math.min(a.length, b.length)
  let length = 0
  while (length < end && a[length] === b[length]) length++
  return length
}
