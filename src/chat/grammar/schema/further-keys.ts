import { accepts, type Dfa, isEmpty } from '../automaton/dfa.ts'
import { anyOfTexts, both, ANY_TEXT as EVERY_TEXT, not } from '../automaton/operations.ts'
import { ANY_TEXT } from '../json/text.ts'
import type { GrammarPart } from '../part.ts'
import type { Demand } from './demand.ts'
import type { Place } from './document.ts'
import { blaming, schemaRefusal } from './refusal.ts'
import { patternLanguage, quotedTexts } from './text.ts'

/** Each combination of patterns that keys may match has a class of its own. */
const MAX_PATTERNS = 6

/** Keys of one class: they match the same patterns, so their values must meet the same schemas. */
export interface KeyClass {
  readonly key: GrammarPart
  readonly places: readonly Place[]
}

export interface FurtherKeys {
  /** Whether `propertyNames` lets this key be. */
  allowed(key: string): boolean
  /** Worked out when asked: an object of many members is not compared with keys that it can't have. */
  classes(): readonly KeyClass[]
}

/** The keys besides those that the schema names. `nameLanguages`: the texts that `propertyNames` allows. */
export function furtherKeys(demand: Demand, named: ReadonlySet<string>, nameLanguages: readonly Dfa[]): FurtherKeys {
  return {
    allowed: (key) => nameLanguages.every((language) => accepts(language, key)),
    classes: () => classesOf(demand, named, nameLanguages),
  }
}

function classesOf(demand: Demand, named: ReadonlySet<string>, nameLanguages: readonly Dfa[]): readonly KeyClass[] {
  const { objects } = demand
  const patterns = [...new Set(objects.flatMap((rule) => rule.patterns.map(({ source }) => source)))]
  const [asked = '#'] = demand.pointers
  if (patterns.length > MAX_PATTERNS) {
    throw schemaRefusal('patternProperties', asked, `has more than ${MAX_PATTERNS} patterns`)
  }
  if (patterns.length === 0 && named.size === 0 && nameLanguages.length === 0) {
    return [{ key: ANY_TEXT, places: restOf(demand) }]
  }
  const languages = patterns.map((value) => patternLanguage({ value, pointer: asked }, 'patternProperties'))
  const keyword = patterns.length > 0 ? 'patternProperties' : 'additionalProperties'
  return blaming(keyword, asked, () => {
    const others = named.size === 0 ? EVERY_TEXT : not(anyOfTexts([...named]))
    const free = nameLanguages.reduce(both, others)
    return Array.from({ length: 2 ** patterns.length }, (_, bits) => {
      const matched = patterns.filter((_, at) => (bits >> at) % 2 === 1)
      const language = languages.reduce((all, one, at) => both(all, (bits >> at) % 2 === 1 ? one : not(one)), free)
      return { language, places: placesOf(demand, new Set(matched)) }
    })
      .filter(({ language }) => !isEmpty(language))
      .map(({ language, places }) => ({ key: quotedTexts(language), places }))
  })
}

function restOf({ objects }: Demand): readonly Place[] {
  return objects.flatMap(({ additional }) => additional ?? [])
}

/** The schemas for a key that matches these patterns and is named nowhere. */
function placesOf({ objects }: Demand, matched: ReadonlySet<string>): readonly Place[] {
  return objects.flatMap(({ patterns, additional }) => {
    const own = patterns.filter(({ source }) => matched.has(source)).map(({ place }) => place)
    return own.length > 0 || additional === null ? own : [additional]
  })
}
