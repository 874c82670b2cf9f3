import type { GgufFacts } from './facts.ts'

/** What reading a model's files came to. */
export type FactsRead = { readonly facts: GgufFacts } | { readonly reason: string }

/** Facts by model, good as long as its files have the size and age they had. */
export interface FactsCache {
  /** Reads unless it has been read. */
  get(key: FactsKey, read: () => Promise<FactsRead>): Promise<FactsRead>
  /** Forgets models that nobody has asked for since the last time; returns whether there is news to be kept. */
  sweep(): boolean
  /** All it knows, as JSON. */
  toText(): string
}

export interface FactsKey {
  readonly path: string
  /** Changes whenever one of its files does. */
  readonly stamp: string
}

/** Raised when what is read from a file changes, so that what older releases have kept isn't believed. */
const VERSION = 1

interface Entry {
  readonly stamp: string
  readonly read: FactsRead
}

/** @param text what an earlier cache was as text; anything else is as good as nothing */
export function createFactsCache(text: string | null = null): FactsCache {
  let entries = restore(text)
  let used = new Map<string, Entry>()
  let news = false
  return {
    async get({ path, stamp }, read) {
      const known = entries.get(path)
      const entry = known?.stamp === stamp ? known : { stamp, read: await read() }
      if (entry !== known) news = true
      entries.set(path, entry)
      used.set(path, entry)
      return entry.read
    },
    sweep() {
      const changed = news || used.size < entries.size
      entries = used
      used = new Map()
      news = false
      return changed
    },
    toText: () => JSON.stringify({ version: VERSION, entries: [...entries] }),
  }
}

/** Only this program writes the file; one that was damaged gives nothing. */
function restore(text: string | null): Map<string, Entry> {
  try {
    const { version, entries } = JSON.parse(text ?? '') as { version: number; entries: [string, Entry][] }
    return version === VERSION ? new Map(entries) : new Map()
  } catch {
    return new Map()
  }
}
