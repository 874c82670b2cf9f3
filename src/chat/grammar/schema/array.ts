import { SPACE } from '../json/space.ts'
import {
  choice,
  type GrammarPart,
  IMPOSSIBLE,
  inOrder,
  literal,
  NOTHING_MORE,
  optional,
  repeat,
  sequence,
} from '../part.ts'
import type { Demand } from './demand.ts'
import type { Place } from './document.ts'
import { type Count, membersPart } from './members.ts'
import { blaming, schemaRefusal } from './refusal.ts'

/** Values that meet all of these schemas; of none, any value. */
export type ValuesOf = (places: readonly Place[]) => GrammarPart

/** All values that meet these schemas, where they are listed; `null` where they aren't. */
export type ListOf = (places: readonly Place[]) => readonly unknown[] | null

const COMMA = sequence(literal(','), SPACE)

/**
 * The arrays that meet a demand, as JSON. Beyond `prefixItems`, items are written only when the schema speaks of them
 * or `minItems` wants more.
 */
export function arrayPart(demand: Demand, valuesOf: ValuesOf, listOf: ListOf): GrammarPart {
  const { arrays, minItems: min, unique } = demand
  const prefixLength = arrays.reduce((most, { prefix }) => Math.max(most, prefix.length), 0)
  const spoken = prefixLength === 0 || min > prefixLength || arrays.some(({ rest }) => rest !== null)
  const max = spoken ? demand.maxItems : Math.min(demand.maxItems ?? prefixLength, prefixLength)
  if (max !== null && max < min) return IMPOSSIBLE
  if (unique !== null && (max === null || max > 1)) {
    const values = prefixLength === 0 ? listOf(arrays.flatMap(({ rest }) => rest ?? [])) : null
    if (values !== null) return blaming('uniqueItems', unique.pointer, () => someOf(values, { min, max }))
    throw schemaRefusal('uniqueItems', unique.pointer, 'is only supported where there is one item, or an enum of them')
  }
  const itemAt = (index: number) => {
    const places = arrays.flatMap(({ prefix, rest }) => prefix[index] ?? rest ?? [])
    return sequence(valuesOf(places), SPACE)
  }
  const before = (index: number) => (index === 0 ? NOTHING_MORE : COMMA)

  const end = Math.min(prefixLength, max ?? prefixLength)
  const required = Array.from({ length: Math.min(min, end) }, (_, index) => sequence(before(index), itemAt(index)))
  let others = furtherItems(itemAt(prefixLength), prefixLength, min, max)
  for (let index = end - 1; index >= min; index--) {
    others = optional(sequence(before(index), itemAt(index), others))
  }
  return inOrder([literal('['), SPACE, ...required, others, literal(']')])
}

/** Each of the values once at most, in their order. */
function someOf(values: readonly unknown[], count: Count): GrammarPart {
  const members = values.map((value) => ({ part: sequence(literal(JSON.stringify(value)), SPACE), required: false }))
  return sequence(literal('['), SPACE, membersPart(members, IMPOSSIBLE, count), literal(']'))
}

/** The items after the first `at`. */
function furtherItems(item: GrammarPart, at: number, min: number, max: number | null): GrammarPart {
  if (max !== null && max <= at) return NOTHING_MORE
  const left = (count: number) => Math.max(0, min - count)
  if (at > 0) return repeat(sequence(COMMA, item), left(at), max === null ? null : max - at)
  const some = sequence(item, repeat(sequence(COMMA, item), left(1), max === null ? null : max - 1))
  return min === 0 ? choice(some, NOTHING_MORE) : some
}
