/** A loaded model as eviction sees it. */
export interface Resident {
  readonly id: string
  /** Memory that would come free. */
  readonly bytes: number
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
 * Who has to go for `neededBytes`, of which `freeBytes` are there. Those go first that were unused for longest, measured
 * by how long they take to come back; a busy or loading one is never evicted, and nobody in vain.
 */
export function evictionFor(
  neededBytes: number,
  freeBytes: number,
  residents: readonly Resident[],
  nowMs: number,
): Eviction {
  if (neededBytes <= freeBytes) return { kind: 'fits' }
  const missing = neededBytes - freeBytes
  const loose = residents.filter(({ pinned, bytes }) => !pinned && bytes > 0)
  const idle = enough(
    missing,
    loose.filter(({ state }) => state === 'idle'),
    nowMs,
  )
  if (idle !== null) return { kind: 'evict', victims: idle }
  const all = enough(missing, loose, nowMs)
  return all === null ? { kind: 'never' } : { kind: 'wait', victims: all }
}

/** The ones most easily spared that together hold so much; `null` when all of them don't. */
function enough(missing: number, candidates: readonly Resident[], nowMs: number): readonly string[] | null {
  const spareable = [...candidates].sort((a, b) => regret(a, nowMs) - regret(b, nowMs))
  const chosen: Resident[] = []
  let freed = 0
  for (const resident of spareable) {
    if (freed >= missing) break
    chosen.push(resident)
    freed += resident.bytes
  }
  if (freed < missing) return null
  // The last one may be so large that some before it needn't go: the dearest are kept first.
  for (const resident of chosen.toReversed()) {
    if (freed - resident.bytes < missing) continue
    chosen.splice(chosen.indexOf(resident), 1)
    freed -= resident.bytes
  }
  return chosen.map(({ id }) => id)
}

/** Load time per time of disuse: what was used lately, or is slow to come back, is kept. Idle ones go before others. */
function regret({ state, lastUsedMs, loadMs }: Resident, nowMs: number): number {
  const cost = (1 + loadMs) / (1 + Math.max(0, nowMs - lastUsedMs))
  return state === 'idle' ? cost : 1e12 + cost
}
