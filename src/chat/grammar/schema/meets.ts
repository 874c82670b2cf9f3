import { accepts } from '../automaton/dfa.ts'
import { spend } from '../budget.ts'
import { decimalOf, unitsAt } from '../number/decimal.ts'
import { type Demand, type JsonType, typesAllowed } from './demand.ts'
import type { Place } from './document.ts'
import { placesFor } from './member.ts'
import { boundsOf } from './number.ts'
import { textAutomaton } from './text.ts'
import { valueKey } from './value-key.ts'

/** Whether a value meets all of these schemas. */
export type MeetsAll = (value: unknown, places: readonly Place[]) => boolean

/** Whether a value, such as one of an `enum`, meets everything else that is asked. */
export function meets(value: unknown, demand: Demand, meetsAll: MeetsAll): boolean {
  spend(1)
  const type = typeOf(value)
  if (!typesAllowed(demand).has(type)) return false
  if (demand.values !== null && !demand.values.has(valueKey(value))) return false
  if (typeof value === 'number') return numberMeets(value, demand)
  if (typeof value === 'string') return textMeets(value, demand)
  if (Array.isArray(value)) return arrayMeets(value, demand, meetsAll)
  return type !== 'object' || objectMeets(new Map(Object.entries(value as object)), demand, meetsAll)
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonType)
}

function numberMeets(value: number, demand: Demand): boolean {
  const { min, max } = boundsOf(demand)
  if (min !== null && (value < min.value || (min.exclusive && value === min.value))) return false
  if (max !== null && (value > max.value || (max.exclusive && value === max.value))) return false
  return [...(demand.integer ? [1] : []), ...demand.multiples.map((asked) => asked.value)].every((step) => {
    const [number, divisor] = [decimalOf(value), decimalOf(step)]
    const places = Math.max(number.places, divisor.places)
    return unitsAt(number, places, 'down') % unitsAt(divisor, places, 'down') === 0n
  })
}

function textMeets(value: string, demand: Demand): boolean {
  const length = [...value].length
  if (length < demand.minLength || (demand.maxLength !== null && length > demand.maxLength)) return false
  const automaton = textAutomaton(demand)
  return automaton === null || accepts(automaton, value)
}

function arrayMeets(items: readonly unknown[], demand: Demand, meetsAll: MeetsAll): boolean {
  if (items.length < demand.minItems || (demand.maxItems !== null && items.length > demand.maxItems)) return false
  if (demand.unique !== null && new Set(items.map(valueKey)).size < items.length) return false
  return items.every((item, at) =>
    meetsAll(
      item,
      demand.arrays.flatMap(({ prefix, rest }) => prefix[at] ?? rest ?? []),
    ),
  )
}

function objectMeets(members: ReadonlyMap<string, unknown>, demand: Demand, meetsAll: MeetsAll): boolean {
  const { minProperties, maxProperties, required, objects, propertyNames } = demand
  if (members.size < minProperties || (maxProperties !== null && members.size > maxProperties)) return false
  if ([...required].some((key) => !members.has(key))) return false
  return [...members].every(([key, value]) => meetsAll(value, placesFor(objects, key)) && meetsAll(key, propertyNames))
}
