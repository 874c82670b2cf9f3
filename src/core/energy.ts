/** Counters of energy that a machine's files keep; they only mean something as the difference of two readings. */
export type EnergyReading = readonly EnergyCounter[]

export interface EnergyCounter {
  /** Where it was read. */
  readonly name: string
  readonly microjoules: number
  /** What it begins anew at; `null`: it doesn't. */
  readonly range: number | null
}

/** Joules that all counters of both readings went on by; `null`: there is none. */
export function joulesBetween(before: EnergyReading, after: EnergyReading): number | null {
  const spent = after.flatMap(({ name, microjoules, range }) => {
    const begun = before.find((counter) => counter.name === name)
    if (begun === undefined) return []
    const gone = microjoules - begun.microjoules
    return gone >= 0 ? [gone] : range === null ? [] : [gone + range]
  })
  return spent.length === 0 ? null : spent.reduce((sum, each) => sum + each, 0) / 1e6
}
