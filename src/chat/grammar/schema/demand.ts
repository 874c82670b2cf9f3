import type { ToolInput } from '../../../core/chat.ts'
import type { Place } from './document.ts'

export const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type JsonType = (typeof JSON_TYPES)[number]

/** Something asked for, and where. */
export interface Asked<Value> {
  readonly value: Value
  readonly pointer: string
}

/** What one schema says about the members of an object. */
export interface ObjectRule {
  readonly properties: ReadonlyMap<string, Place>
  readonly patterns: readonly { readonly source: string; readonly place: Place }[]
  /** For every other key; `null` when nothing is said. */
  readonly additional: Place | null
}

/** What one schema says about the items of an array. */
export interface ArrayRule {
  readonly prefix: readonly Place[]
  /** For every further item; `null` when nothing is said. */
  readonly rest: Place | null
}

/**
 * Everything that several schemas ask for at once, with nothing left to choose: what remains of a schema when
 * references and `allOf` are taken in and one way through `anyOf` and `oneOf` is taken.
 */
export interface Demand {
  /** The schemas that ask for something; two demands of the same schemas are the same. */
  readonly pointers: Set<string>
  /** Types allowed; `null`: all. */
  types: ReadonlySet<JsonType> | null
  /** Types that keywords are about which would say nothing of others: what the schema's author had in mind. */
  readonly meant: Set<JsonType>
  /** Numbers must be whole. */
  integer: boolean
  /** The only values allowed, each once by its `valueKey`; `null`: no such list. */
  values: ReadonlyMap<string, unknown> | null
  readonly minimums: (Asked<number> & { readonly exclusive: boolean })[]
  readonly maximums: (Asked<number> & { readonly exclusive: boolean })[]
  readonly multiples: Asked<number>[]
  minLength: number
  maxLength: number | null
  readonly patterns: Asked<string>[]
  readonly formats: Asked<string>[]
  /** What the text of a custom tool looks like; said alone. */
  input: Asked<ToolInput> | null
  readonly arrays: ArrayRule[]
  minItems: number
  maxItems: number | null
  unique: Asked<true> | null
  readonly objects: ObjectRule[]
  readonly required: Set<string>
  minProperties: number
  maxProperties: number | null
  readonly propertyNames: Place[]
}

/** Asks for nothing: any value. */
export function anyDemand(): Demand {
  return {
    pointers: new Set(),
    types: null,
    meant: new Set(),
    integer: false,
    values: null,
    minimums: [],
    maximums: [],
    multiples: [],
    minLength: 0,
    maxLength: null,
    patterns: [],
    formats: [],
    input: null,
    arrays: [],
    minItems: 0,
    maxItems: null,
    unique: null,
    objects: [],
    required: new Set(),
    minProperties: 0,
    maxProperties: null,
    propertyNames: [],
  }
}

/** The types that values of this demand have: all that are allowed, narrowed to those meant when none is named. */
export function typesOf({ types, meant }: Demand): ReadonlySet<JsonType> {
  return types ?? (meant.size > 0 ? meant : new Set(JSON_TYPES))
}

/** Every type that a value which meets the demand may have, meant or not. */
export function typesAllowed({ types }: Demand): ReadonlySet<JsonType> {
  return types ?? new Set(JSON_TYPES)
}

export function smaller(a: number | null, b: number): number {
  return a === null ? b : Math.min(a, b)
}
