import { type BytesByMemory, sumOf } from './room.ts'

/** A loaded model as eviction sees it. */
export interface Resident {
  readonly id: string
  /** Memory that would come free. */
  readonly bytes: BytesByMemory
  /** `busy`: it has requests, or is about to; `loading`: it isn't ready yet. */
  readonly state: 'idle' | 'busy' | 'loading'
  /** Never to go for another's sake. */
  readonly pinned: boolean
  /** Milliseconds since the Unix epoch. */
  readonly lastUsedMs: number
  /** What loading it again would take. */
  readonly loadMs: number
}

/**
 * `fits`: there is room. `evict`: there will be, once these are gone. `wait`: there may be, once one of these, which
 * work now, has nothing to do. `never`: not even then.
 */
export type Eviction =
  | { readonly kind: 'fits' }
  | { readonly kind: 'evict'; readonly victims: readonly string[] }
  | { readonly kind: 'wait'; readonly victims: readonly string[] }
  | { readonly kind: 'never' }

/**
 * Who has to go for what is needed of each memory, of which so much is free; a memory that nobody knows has enough. Those
 * go first that were unused for longest, measured by how long they take to come back; a busy or loading one is never
 * evicted, and nobody in vain: one that frees only memory that isn't short stays.
 */
export function evictionFor(
  needed: BytesByMemory,
  free: BytesByMemory,
  residents: readonly Resident[],
  nowMs: number,
): Eviction {
  const missing = [...needed].flatMap(([memory, bytes]): [string, number][] => {
    const short = bytes - (free.get(memory) ?? Number.POSITIVE_INFINITY)
    return short > 0 ? [[memory, short]] : []
  })
  if (missing.length === 0) return { kind: 'fits' }
  const loose = residents.filter(({ pinned }) => !pinned)
  const idle = enough(
    missing,
    loose.filter(({ state }) => state === 'idle'),
    nowMs,
  )
  if (idle !== null) return { kind: 'evict', victims: idle }
  const all = enough(missing, loose, nowMs)
  return all === null ? { kind: 'never' } : { kind: 'wait', victims: all }
}

type Missing = readonly (readonly [memory: string, bytes: number])[]

/** The ones most easily spared that together hold so much; `null` when all of them don't. */
function enough(missing: Missing, candidates: readonly Resident[], nowMs: number): readonly string[] | null {
  const spareable = [...candidates].sort((a, b) => regret(a, nowMs) - regret(b, nowMs))
  let chosen: readonly Resident[] = []
  for (const resident of spareable) {
    const short = stillMissing(missing, chosen)
    if (short.some(([memory]) => (resident.bytes.get(memory) ?? 0) > 0)) chosen = [...chosen, resident]
  }
  if (stillMissing(missing, chosen).length > 0) return null
  // The last one may be so large that some before it needn't go: the dearest are kept first.
  for (const resident of chosen.toReversed()) {
    const others = chosen.filter((other) => other !== resident)
    if (stillMissing(missing, others).length === 0) chosen = others
  }
  return chosen.map(({ id }) => id)
}

/** What is short when these are gone. */
function stillMissing(missing: Missing, gone: readonly Resident[]): Missing {
  const freed = sumOf(gone.map(({ bytes }) => bytes))
  return missing.filter(([memory, bytes]) => (freed.get(memory) ?? 0) < bytes)
}

/** Load time per time of disuse: what was used lately, or is slow to come back, is kept. Idle ones go before others. */
function regret({ state, lastUsedMs, loadMs }: Resident, nowMs: number): number {
  const cost = (1 + loadMs) / (1 + Math.max(0, nowMs - lastUsedMs))
  return state === 'idle' ? cost : 1e12 + cost
}
