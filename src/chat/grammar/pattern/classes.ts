import { complement, type Ranges, rangesOf } from '../automaton/ranges.ts'
import type { CodePointRange } from '../part.ts'
import { GrammarRefusal } from '../refusal.ts'

const DIGITS: Ranges = [[0x30, 0x39]]
const WORD: Ranges = rangesOf([...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]])

/** ECMAScript's white space and line ends. */
const SPACES: Ranges = rangesOf([
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
])

/** What `.` matches: no line ends. */
export const DOT: Ranges = complement([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
])

/** `\d`, `\w`, `\s` and their opposites. */
export const CLASS_ESCAPES: Readonly<Record<string, Ranges>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACES,
  S: complement(SPACES),
}

const properties = new Map<string, Ranges>()

/** `\p{…}`: asked of the regular expressions of JavaScript, which know Unicode. Costs about 50 ms the first time. */
export function unicodeProperty(name: string): Ranges {
  const known = properties.get(name)
  if (known !== undefined) return known
  const matcher = propertyMatcher(name)
  const found: CodePointRange[] = []
  let first = -1
  for (let codePoint = 0; codePoint <= 0x110000; codePoint++) {
    const matches = codePoint <= 0x10ffff && matcher.test(String.fromCodePoint(codePoint))
    if (matches && first < 0) first = codePoint
    if (!matches && first >= 0) {
      found.push([first, codePoint - 1])
      first = -1
    }
  }
  const ranges = rangesOf(found)
  properties.set(name, ranges)
  return ranges
}

function propertyMatcher(name: string): RegExp {
  try {
    return new RegExp(`^\\p{${name}}$`, 'u')
  } catch {
    throw new GrammarRefusal(`names the unknown Unicode property ${JSON.stringify(name)}`)
  }
}
