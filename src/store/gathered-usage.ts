import type { Clock } from '../core/clock.ts'
import { type KeyUsage, type KeyUsages, type KeyUse, together } from './key-usage.ts'

export interface GatheredUsages extends KeyUsages {
  /** Writes down what is gathered. Rejects as `add`. */
  flush(): Promise<void>
}

/** What a process that is killed may not have written down. */
const GATHER_MS = 1000

/**
 * The same counters, written down once a second at most: a row for every request would cost a server of small ones more
 * than anything else it does with them. What is read is always up to date.
 */
export function gatherUsages(kept: KeyUsages, clock: Clock): GatheredUsages {
  const gathered = new Map<string, KeyUsage>()
  /** The first of what is gathered hears what became of it all. */
  let written: PromiseWithResolvers<void> | null = null
  let cancel = (): void => {}

  const note = (use: KeyUsage): void => void gathered.set(use.key, together(gathered.get(use.key), use))
  const write = async (use: KeyUsage): Promise<void> => {
    try {
      await kept.add(use.key, use)
    } catch (error) {
      note(use)
      throw error
    }
  }
  const flush = async (): Promise<void> => {
    cancel()
    const waiting = written
    written = null
    const uses = [...gathered.values()]
    gathered.clear()
    const writing = Promise.all(uses.map(write)).then(() => {})
    if (waiting === null) return writing
    writing.then(waiting.resolve, waiting.reject)
    return writing.catch(() => {})
  }

  return {
    flush,
    add(key, use: KeyUse) {
      note({ ...use, key, latencyMs: Math.round(use.latencyMs), lastUsedMs: clock.now() })
      if (written !== null) return Promise.resolve()
      written = withResolvers()
      cancel = clock.after(GATHER_MS, () => void flush())
      return written.promise
    },
    async of(key) {
      const [there, here] = [await kept.of(key), gathered.get(key)]
      return here === undefined ? there : together(there ?? undefined, here)
    },
    async all() {
      const all = new Map((await kept.all()).map((usage) => [usage.key, usage]))
      for (const use of gathered.values()) all.set(use.key, together(all.get(use.key), use))
      return [...all.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
    },
  }
}

/** As `Promise.withResolvers`, which the oldest Node that Trivet runs on has not. */
function withResolvers(): PromiseWithResolvers<void> {
  let [resolve, reject]: [() => void, (reason: unknown) => void] = [() => {}, () => {}]
  const promise = new Promise<void>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(reason: unknown): void
}
