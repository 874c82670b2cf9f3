/** What kinds of chip run models. */
export const UNIT_KINDS = ['cpu', 'gpu', 'npu'] as const
export type UnitKind = (typeof UNIT_KINDS)[number]

export interface ComputeUnit {
  readonly kind: UnitKind
  /** Which of its kind, from 0; absent: any. */
  readonly index?: number
}

/** Where a model is to compute. Every product's way of saying it is read into this. */
export interface Compute {
  /**
   * `first`: the first of the units that is there. `split`: one model over all of them. `share`: on each of them, and
   * every request goes to one that is free.
   */
  readonly take: 'first' | 'split' | 'share'
  /** In order of preference; empty: whatever there is. */
  readonly units: readonly ComputeUnit[]
}

/** The runtime's own choice. */
export const AUTO: Compute = { take: 'first', units: [] }

/** All there is, together. */
export const HYBRID: Compute = { take: 'split', units: [] }

/** Of units that are taken together, one alone is simply that one. */
export function together(take: 'split' | 'share', units: readonly ComputeUnit[]): Compute {
  return { take: units.length === 1 ? 'first' : take, units }
}

const PREFIXES = { first: '', split: 'hetero:', share: 'multi:' } as const

/** As `readCompute` reads it: `auto`, `hybrid`, `npu,gpu.1,cpu`, `hetero:gpu,cpu`. */
export function formatCompute({ take, units }: Compute): string {
  if (units.length === 0) return take === 'first' ? 'auto' : 'hybrid'
  return PREFIXES[take] + units.map(formatUnit).join(',')
}

/** `gpu`, `gpu.1` */
export function formatUnit({ kind, index }: ComputeUnit): string {
  return index === undefined ? kind : `${kind}.${index}`
}

/** `gpu` or `gpu.1`, in lower case; `null` for anything else. */
export function parseUnit(text: string): ComputeUnit | null {
  const [, name, index] = /^([a-z]+)(?:\.(\d{1,3}))?$/.exec(text) ?? []
  const kind = UNIT_KINDS.find((one) => one === name)
  if (kind === undefined) return null
  return index === undefined ? { kind } : { kind, index: Number(index) }
}
