import { type PendingBytes, pendingAfter } from './utf8.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Which tokens may follow in a text that a grammar holds to. llama.cpp's grammars take a control token for its name
 * and don't look closely at UTF-8, while the client gets a token's bytes: without this, a `<|im_start|>` would count
 * as ten characters of a string and arrive as none.
 */
export class TokenBytes {
  readonly #vocabulary: Vocabulary
  /** By token: 1 when it is whole characters, 0 when it begins or ends inside one, 2 when it shows nothing. */
  readonly #kinds: Uint8Array

  /** Looks at every token once. */
  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    this.#kinds = Uint8Array.from({ length: vocabulary.size }, (_, token) => {
      const bytes = vocabulary.piece(token)
      if (bytes.length === 0) return HIDDEN
      return pendingAfter([], bytes)?.length === 0 ? WHOLE : PARTIAL
    })
  }

  /** What is pending after a token; `null` when it can't follow. A turn may end between characters only. */
  after(pending: PendingBytes, token: number, shown: ReadonlySet<number>): PendingBytes | null {
    const kind = this.#kinds[token]
    if (this.#vocabulary.endsTurn(token)) return pending.length === 0 ? pending : null
    if (kind === WHOLE) return pending.length === 0 ? pending : null
    if (kind === HIDDEN && !shown.has(token)) return null
    const bytes = kind === HIDDEN ? this.#vocabulary.controlPiece(token) : this.#vocabulary.piece(token)
    return pendingAfter(pending, bytes)
  }
}

const PARTIAL = 0
const WHOLE = 1
const HIDDEN = 2
