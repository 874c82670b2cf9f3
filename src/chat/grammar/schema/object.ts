import type { Dfa } from '../automaton/dfa.ts'
import { SPACE } from '../json/space.ts'
import { choice, type GrammarPart, IMPOSSIBLE, literal, sequence } from '../part.ts'
import type { ValuesOf } from './array.ts'
import type { Demand } from './demand.ts'
import { furtherKeys } from './further-keys.ts'
import { placesFor } from './member.ts'
import { type Member, membersPart } from './members.ts'
import { blaming } from './refusal.ts'

const COLON = sequence(SPACE, literal(':'), SPACE)

/**
 * The objects that meet a demand, as JSON: the members that the schema names, in its order, each of those not required
 * there or not; then further ones. Further members are written only when the schema speaks of them, names none, or
 * `minProperties` wants more.
 * @param nameLanguages the texts that `propertyNames` allows
 */
export function objectPart(demand: Demand, valuesOf: ValuesOf, nameLanguages: readonly Dfa[]): GrammarPart {
  const [pointer = '#'] = demand.pointers
  const keys = new Set([...demand.objects.flatMap(({ properties }) => [...properties.keys()]), ...demand.required])
  const names = furtherKeys(demand, keys, nameLanguages)
  const members = [...keys].map((key): Member => {
    const value = names.allowed(key) ? valuesOf(placesFor(demand.objects, key)) : IMPOSSIBLE
    return {
      part: sequence(literal(JSON.stringify(key)), COLON, value, SPACE),
      required: demand.required.has(key),
    }
  })
  const spoken =
    keys.size === 0 ||
    demand.minProperties > keys.size ||
    demand.objects.some(({ patterns, additional }) => patterns.length > 0 || additional !== null)
  const count = { min: demand.minProperties, max: demand.maxProperties }
  const further = spoken ? names.classes().map(({ key, places }) => sequence(key, COLON, valuesOf(places), SPACE)) : []
  const all = blaming('properties', pointer, () => membersPart(members, choice(...further), count))
  return sequence(literal('{'), SPACE, all, literal('}'))
}
