import { isEmpty } from '../automaton/dfa.ts'
import { ANY_TEXT, both, ofLength } from '../automaton/operations.ts'
import { type Demand, type JsonType, typesAllowed } from './demand.ts'
import type { Place } from './document.ts'
import { type MeetsAll, meets } from './meets.ts'
import { placesFor } from './member.ts'
import { boundsOf } from './number.ts'
import { textAutomaton } from './text.ts'

/** How the members of two objects are looked into to tell them apart. */
export interface Inspection {
  readonly meetsAll: MeetsAll
  /** Whether one value may meet both lists of schemas. */
  mayMeetBoth(a: readonly Place[], b: readonly Place[]): boolean
}

/** Whether one value may meet both demands. Yes, unless the opposite is certain. */
export function mayOverlap(a: Demand, b: Demand, inspection: Inspection): boolean {
  for (const [listed, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const { values } = listed
    if (values !== null) {
      const meetsBoth = (one: unknown) => [listed, other].every((demand) => meets(one, demand, inspection.meetsAll))
      return [...values.values()].some(meetsBoth)
    }
  }
  const common = [...typesAllowed(a)].filter((type) => typesAllowed(b).has(type))
  return common.some((type) => OVERLAPS[type](a, b, inspection))
}

const OVERLAPS: Readonly<Record<JsonType, (a: Demand, b: Demand, inspection: Inspection) => boolean>> = {
  null: () => true,
  boolean: () => true,
  number: numbersOverlap,
  string: textsOverlap,
  array: arraysOverlap,
  object: objectsOverlap,
}

function numbersOverlap(a: Demand, b: Demand): boolean {
  const [left, right] = [boundsOf(a), boundsOf(b)]
  const apart = (max: typeof left.max, min: typeof left.min) =>
    max !== null &&
    min !== null &&
    (max.value < min.value || (max.value === min.value && (max.exclusive || min.exclusive)))
  return !apart(left.max, right.min) && !apart(right.max, left.min)
}

function textsOverlap(a: Demand, b: Demand): boolean {
  const [left, right] = [a, b].map(
    (demand) => textAutomaton(demand) ?? ofLength(ANY_TEXT, Math.min(demand.minLength, 1), null),
  )
  if ([a, b].some(({ minLength }) => [a, b].some(({ maxLength }) => maxLength !== null && maxLength < minLength)))
    return false
  return left === undefined || right === undefined || !isEmpty(both(left, right))
}

function arraysOverlap(a: Demand, b: Demand): boolean {
  const [min, max] = [Math.max(a.minItems, b.minItems), Math.min(a.maxItems ?? Infinity, b.maxItems ?? Infinity)]
  return min <= max
}

/** A member that one of them requires must be able to meet what both say of it. */
function objectsOverlap(a: Demand, b: Demand, { mayMeetBoth }: Inspection): boolean {
  if (Math.max(a.minProperties, b.minProperties) > Math.min(a.maxProperties ?? Infinity, b.maxProperties ?? Infinity)) {
    return false
  }
  return [...new Set([...a.required, ...b.required])].every((key) =>
    mayMeetBoth(placesFor(a.objects, key), placesFor(b.objects, key)),
  )
}
