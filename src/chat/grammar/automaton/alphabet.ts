import { complement, type Ranges } from './ranges.ts'

/** Sets of code points that an automaton needn't tell apart: they share nothing and together are everything. */
export type Alphabet = readonly Ranges[]

/** The coarsest alphabet in which each of these sets is made of whole symbols. */
export function alphabetOf(sets: readonly Ranges[]): Alphabet {
  const borders = new Set<number>([0])
  const all = [...sets, complement([])]
  for (const set of all) {
    for (const [first, last] of set) borders.add(first).add(last + 1)
  }
  const starts = [...borders].toSorted((a, b) => a - b)
  const walks = all.map((set) => ({ set, at: 0 }))
  const symbols = new Map<string, [number, number][]>()
  starts.forEach((start, index) => {
    const members = walks.flatMap((walk, number) => (covers(walk, start) ? [number] : []))
    // Surrogates are in no set, not even in the last, which is everything.
    if (members.length === 0) return
    const last = (starts[index + 1] ?? start + 1) - 1
    const key = members.join(' ')
    const ranges = symbols.get(key) ?? []
    const end = ranges.at(-1)
    if (end !== undefined && end[1] + 1 === start) end[1] = last
    else ranges.push([start, last])
    symbols.set(key, ranges)
  })
  return [...symbols.values()]
}

/** Whether the set holds this code point; asked in ascending order. */
function covers(walk: { readonly set: Ranges; at: number }, codePoint: number): boolean {
  while ((walk.set[walk.at]?.[1] ?? Number.POSITIVE_INFINITY) < codePoint) walk.at++
  return (walk.set[walk.at]?.[0] ?? Number.POSITIVE_INFINITY) <= codePoint
}
