import type { Footprint } from '../engine/driver.ts'

/** The machine's memory now, in bytes. */
export interface MemoryNow {
  /** What can be taken without swapping or being killed. */
  readonly availableBytes: number
  /** For messages. */
  readonly totalBytes: number
}

/** An instance that holds memory. */
export interface Holding {
  readonly footprint: Footprint | null
  /** It doesn't have all of it yet. */
  readonly loading: boolean
}

/** What an instance takes of the machine's own memory. What nobody could estimate counts as nothing. */
export function hostBytes(footprint: Footprint | null): number {
  const host = footprint?.devices[0]
  return host ? host.weights + host.kvCache + host.compute + host.runtime + (host.extra ?? 0) : 0
}

/**
 * Bytes free for further instances. With a budget it is what those there leave of it. Without one it is what the
 * machine has: less what instances still loading will take, and less the weights that are mapped from files, which the
 * kernel calls available though an engine without them would crawl.
 * @param budgetBytes `null`: whatever the machine has
 */
export function roomFor(budgetBytes: number | null, memory: MemoryNow, holdings: readonly Holding[]): number {
  const sum = (bytes: (holding: Holding) => number) => holdings.reduce((total, each) => total + bytes(each), 0)
  if (budgetBytes !== null) return budgetBytes - sum(({ footprint }) => hostBytes(footprint))
  const claimed = sum(({ footprint, loading }) =>
    loading ? hostBytes(footprint) : (footprint?.devices[0]?.mapped ?? 0),
  )
  return memory.availableBytes - claimed
}
