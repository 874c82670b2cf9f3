import type { CodePointRange } from '../part.ts'

/** A set of code points: inclusive ranges, sorted and apart. */
export type Ranges = readonly CodePointRange[]

export const LAST_CODE_POINT = 0x10ffff

/** Every character there is; surrogates are halves of characters. */
export const ALL: Ranges = [
  [0, 0xd7ff],
  [0xe000, LAST_CODE_POINT],
]

/** The set of these ranges, which may be in any order and overlap. Surrogates are dropped. */
export function rangesOf(ranges: Iterable<CodePointRange>): Ranges {
  const sorted = [...ranges].toSorted(([a], [b]) => a - b)
  const merged: [number, number][] = []
  for (const [first, last] of sorted) {
    const end = merged.at(-1)
    if (end !== undefined && first <= end[1] + 1) end[1] = Math.max(end[1], last)
    else merged.push([first, last])
  }
  return intersection(merged, ALL)
}

export function complement(ranges: Ranges): Ranges {
  const gaps: CodePointRange[] = []
  let from = 0
  for (const [first, last] of ranges) {
    if (first > from) gaps.push([from, first - 1])
    from = last + 1
  }
  if (from <= LAST_CODE_POINT) gaps.push([from, LAST_CODE_POINT])
  return intersection(gaps, ALL)
}

export function intersection(a: Ranges, b: Ranges): Ranges {
  const common: CodePointRange[] = []
  let i = 0
  let j = 0
  for (let left = a[i], right = b[j]; left !== undefined && right !== undefined; left = a[i], right = b[j]) {
    const first = Math.max(left[0], right[0])
    const last = Math.min(left[1], right[1])
    if (first <= last) common.push([first, last])
    if (left[1] < right[1]) i++
    else j++
  }
  return common
}

export function includes(ranges: Ranges, codePoint: number): boolean {
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last)
}
