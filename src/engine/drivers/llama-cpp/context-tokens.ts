/** A model trained for a huge context doesn't get all of it unasked: the cache is allocated up front. */
const USUAL_TOKENS = 4096

/** Below this a chat is no use. */
const LEAST_TOKENS = 512

/** Of the memory that is free, what the cache may take unasked. */
const SHARE = 0.6

/** What choosing a context looks at. */
export interface ContextWish {
  /** Asked for by the user; `null`: nobody said. */
  readonly wanted: number | null
  readonly trained: number
  /** Positions are learned one by one: there are none beyond those it was trained with. */
  readonly absolute: boolean
  readonly slots: number
  /** `null`: unknown, nothing can be said. */
  readonly kvBytesPerToken: number | null
  readonly freeBytes: number
}

/**
 * Tokens of one request: as asked, as far as the model has positions; else as usual and as fits.
 * Throws an Error in words when what was asked for can't fit into the memory that is free.
 */
export function chooseContextTokens(wish: ContextWish): number {
  const { trained, slots, kvBytesPerToken, freeBytes } = wish
  const wanted = wish.wanted !== null && wish.absolute ? Math.min(wish.wanted, trained) : wish.wanted
  const needed = (tokens: number) => tokens * slots * (kvBytesPerToken ?? 0)
  if (wanted !== null) {
    if (needed(wanted) > freeBytes) {
      throw new Error(
        `a context of ${wanted} tokens for ${slots} slots needs ${gib(needed(wanted))} of KV cache, but ${gib(freeBytes)} of memory are free. Ask for a smaller context, fewer slots or a smaller kv_type.`,
      )
    }
    return wanted
  }
  let tokens = Math.min(trained, USUAL_TOKENS)
  while (tokens > LEAST_TOKENS && needed(tokens) > freeBytes * SHARE)
    tokens = Math.max(LEAST_TOKENS, Math.floor(tokens / 2))
  return tokens
}

function gib(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`
}
