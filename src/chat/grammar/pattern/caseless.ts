import { includes, type Ranges, rangesOf } from '../automaton/ranges.ts'
import type { CodePointRange } from '../part.ts'
import type { Pattern } from './syntax.ts'

/** The same pattern, in which capital and small letters are one. */
export function caseless(pattern: Pattern): Pattern {
  switch (pattern.kind) {
    case 'set':
      return { kind: 'set', ranges: withBothCases(pattern.ranges) }
    case 'sequence':
    case 'either':
      return { ...pattern, parts: pattern.parts.map(caseless) }
    case 'repeat':
    case 'ahead':
      return { ...pattern, part: caseless(pattern.part) }
    default:
      return pattern
  }
}

function withBothCases(ranges: Ranges): Ranges {
  const others = casePairs().flatMap(([small, capital]): CodePointRange[] => {
    if (includes(ranges, small)) return [[capital, capital]]
    return includes(ranges, capital) ? [[small, small]] : []
  })
  return rangesOf([...ranges, ...others])
}

let pairs: readonly (readonly [small: number, capital: number])[] | null = null

/** Letters of the basic plane whose other case is one letter as well. Costs some milliseconds the first time. */
function casePairs(): readonly (readonly [small: number, capital: number])[] {
  pairs ??= Array.from({ length: 0xd800 }, (_, code) => code).flatMap((small) => {
    const capital = String.fromCharCode(small).toUpperCase()
    return capital.length === 1 && capital.charCodeAt(0) !== small ? [[small, capital.charCodeAt(0)] as const] : []
  })
  return pairs
}
