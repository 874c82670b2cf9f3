import type { Dfa } from '../automaton/dfa.ts'
import { both, ofLength } from '../automaton/operations.ts'
import { partOf } from '../automaton/part.ts'
import { jsonSpelling } from '../json/spelling.ts'
import { textOfLength } from '../json/text.ts'
import { type GrammarPart, literal, sequence } from '../part.ts'
import { searchAutomaton } from '../pattern/automaton.ts'
import { formatAutomaton } from '../text/formats.ts'
import { inputPart } from '../text/input.ts'
import type { Asked, Demand } from './demand.ts'
import { blaming, schemaRefusal } from './refusal.ts'

/** The strings that meet a demand, as JSON. */
export function textPart(demand: Demand): GrammarPart {
  if (demand.input !== null) return inputPart(demand.input.value)
  const automaton = textAutomaton(demand)
  return automaton === null ? textOfLength(demand.minLength, demand.maxLength) : quotedTexts(automaton)
}

/** The texts of an automaton, as JSON strings. */
export function quotedTexts(automaton: Dfa): GrammarPart {
  return sequence(literal('"'), partOf(automaton, jsonSpelling), literal('"'))
}

/** Patterns, formats and lengths together; `null` when there is at most a length. */
export function textAutomaton({ patterns, formats, minLength, maxLength }: Demand): Dfa | null {
  const languages = [
    ...patterns.map((asked) => ({ keyword: 'pattern', asked, language: patternLanguage(asked) })),
    ...formats.flatMap((asked) => {
      const language = formatLanguage(asked)
      return language === null ? [] : [{ keyword: 'format', asked, language }]
    }),
  ]
  const [first, ...others] = languages
  if (first === undefined) return null
  const all = others.reduce(
    (language, other) => blaming(other.keyword, other.asked.pointer, () => both(language, other.language)),
    first.language,
  )
  return blaming(first.keyword, first.asked.pointer, () => ofLength(all, minLength, maxLength))
}

/** The texts in which a pattern is found. Patterns are asked for again and again while a schema is compiled. */
export function patternLanguage({ value, pointer }: Asked<string>, keyword = 'pattern'): Dfa {
  return blaming(keyword, pointer, () => searchAutomaton(value))
}

function formatLanguage({ value, pointer }: Asked<string>): Dfa | null {
  const language = formatAutomaton(value)
  if (language === 'unknown')
    throw schemaRefusal('format', pointer, `names ${JSON.stringify(value)}, which is not supported`)
  return language
}
