import type { DeviceMemory, Footprint } from '../engine/driver.ts'

/** The machine's memory now, in bytes. */
export interface MemoryNow {
  /** What can be taken without swapping or being killed. */
  readonly availableBytes: number
  /** For messages. */
  readonly totalBytes: number
  /** Memory that accelerators have for themselves. Absent: none, or nobody knows. */
  readonly accelerators?: readonly AcceleratorMemory[]
}

/** In bytes. */
export interface AcceleratorMemory {
  /** As the runtime calls it: `CUDA0`. */
  readonly name: string
  /** Free when nothing of this server's was there. */
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Bytes by memory: `HOST`, or an accelerator's by its name. */
export type BytesByMemory = ReadonlyMap<string, number>

/** The machine's own memory. No runtime calls a device so. */
export const HOST = 'host'

/** An instance that holds memory. */
export interface Holding {
  readonly footprint: Footprint | null
  /** It doesn't have all of it yet. */
  readonly loading: boolean
}

/** What an instance takes of each memory. What nobody could estimate counts as nothing. */
export function bytesOf(footprint: Footprint | null): BytesByMemory {
  const bytes = new Map<string, number>()
  for (const [index, device] of (footprint?.devices ?? []).entries()) {
    const memory = index === 0 || device.shared ? HOST : device.device
    bytes.set(memory, (bytes.get(memory) ?? 0) + allOf(device))
  }
  return bytes
}

/** What an instance takes of the machine's own memory. */
export function hostBytes(footprint: Footprint | null): number {
  return bytesOf(footprint).get(HOST) ?? 0
}

export function sumOf(parts: readonly BytesByMemory[]): BytesByMemory {
  const sum = new Map<string, number>()
  for (const [memory, bytes] of parts.flatMap((part) => [...part])) sum.set(memory, (sum.get(memory) ?? 0) + bytes)
  return sum
}

/**
 * Bytes free for further instances. Of the machine's own memory: with a budget it is what those there leave of it;
 * without one it is what the machine has, less what instances still loading will take, and less the weights that are
 * mapped from files, which the kernel calls available though an engine without them would crawl. Of an accelerator's
 * memory: what those there leave of what was free.
 * @param budgetBytes `null`: whatever the machine has
 */
export function roomFor(
  budgetBytes: number | null,
  { availableBytes, accelerators = [] }: MemoryNow,
  holdings: readonly Holding[],
): BytesByMemory {
  const held = sumOf(holdings.map(({ footprint }) => bytesOf(footprint)))
  const claimed = holdings.reduce(
    (sum, { footprint, loading }) => sum + (loading ? hostBytes(footprint) : (footprint?.devices[0]?.mapped ?? 0)),
    0,
  )
  const host = budgetBytes === null ? availableBytes - claimed : budgetBytes - (held.get(HOST) ?? 0)
  const others = accelerators.map(({ name, freeBytes }) => [name, freeBytes - (held.get(name) ?? 0)] as const)
  return new Map([[HOST, host], ...others])
}

function allOf({ weights, kvCache, compute, runtime, extra = 0 }: DeviceMemory): number {
  return weights + kvCache + compute + runtime + extra
}
