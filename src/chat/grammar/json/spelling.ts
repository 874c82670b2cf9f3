import { includes, intersection, type Ranges } from '../automaton/ranges.ts'
import { characters, choice, type GrammarPart, literal } from '../part.ts'
import { RAW_RANGES } from './text.ts'

/**
 * One character of a JSON string out of this set, in one spelling only: as itself where JSON allows it, else with
 * the shortest escape. So a text has one spelling, and a key that is not `a` isn't `\u0061` either.
 */
export function jsonSpelling(ranges: Ranges): GrammarPart {
  const escaped = [...MUST_ESCAPE].filter((character) => includes(ranges, character.codePointAt(0) ?? 0))
  return choice(
    characters(intersection(ranges, RAW_RANGES)),
    ...escaped.map((character) => literal(JSON.stringify(character).slice(1, -1))),
  )
}

const MUST_ESCAPE: readonly string[] = [
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)),
  '"',
  '\\',
]
