import { accepts } from '../automaton/dfa.ts'
import type { ObjectRule } from './demand.ts'
import type { Place } from './document.ts'
import { patternLanguage } from './text.ts'

/** The schemas that the value of this key must meet. */
export function placesFor(rules: readonly ObjectRule[], key: string): readonly Place[] {
  return rules.flatMap(({ properties, patterns, additional }) => {
    const own = properties.get(key)
    const matching = patterns.filter(({ source, place }) => {
      return accepts(patternLanguage({ value: source, pointer: place.pointer }, 'patternProperties'), key)
    })
    const places = [...(own === undefined ? [] : [own]), ...matching.map(({ place }) => place)]
    return places.length > 0 || additional === null ? places : [additional]
  })
}
