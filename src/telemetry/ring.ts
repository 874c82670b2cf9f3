/** A page of what a ring keeps. */
export interface Page<Item> {
  /** Oldest first. */
  readonly items: readonly Item[]
  /** To ask for what comes after these. */
  readonly nextCursor: number
  /** The newest item's id. */
  readonly latestCursor: number
  readonly hasMore: boolean
  /** What came right after the cursor is forgotten, or the cursor is of another process: this begins anew. */
  readonly resetRequired: boolean
}

/** The latest of what goes on, each with an id that counts up by one. */
export interface Ring<Item> {
  /** What came after the item with the id `cursor`; 0: from the oldest known on. */
  after(cursor: number, limit: number): Page<Item>
  /** Oldest of them first. */
  latest(count: number): readonly Item[]
  /** Calls back with each new one; the returned function ends that. */
  onAdded(listener: (item: Item) => void): () => void
}

export interface FillableRing<Item> extends Ring<Item> {
  /** @param make the item of this id */
  add(make: (id: number) => Item): void
}

/**
 * @param capacity how many are kept at most
 * @param firstId of the first item
 */
export function createRing<Item extends { readonly id: number }>(capacity: number, firstId = 1): FillableRing<Item> {
  const kept: Item[] = []
  const listeners = new Set<(item: Item) => void>()
  let latest = firstId - 1
  return {
    add(make) {
      const item = make(++latest)
      kept.push(item)
      if (kept.length > capacity) kept.shift()
      for (const listener of listeners) listener(item)
    },
    after(cursor, limit) {
      const oldest = kept[0]?.id ?? latest + 1
      const resetRequired = cursor > latest || (cursor > 0 && cursor < oldest - 1)
      const begin = resetRequired || cursor === 0 ? 0 : cursor + 1 - oldest
      const items = kept.slice(begin, begin + limit)
      return {
        items,
        nextCursor: items.at(-1)?.id ?? (resetRequired ? latest : cursor),
        latestCursor: latest,
        hasMore: kept.length > begin + items.length,
        resetRequired,
      }
    },
    latest: (count) => kept.slice(-count),
    onAdded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
