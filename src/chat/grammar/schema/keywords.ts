import { spend } from '../budget.ts'
import { LIMITS } from '../limits.ts'
import { argument } from './argument.ts'
import { type ArrayRule, type Demand, type JsonType, smaller } from './demand.ts'
import { inside, type Place, type SchemaObject } from './document.ts'
import { HeldInput, INPUT_KEYWORD } from './held-input.ts'
import { schemaRefusal } from './refusal.ts'
import { valueKey } from './value-key.ts'

type Fold = (demand: Demand, value: unknown, place: Place, schema: SchemaObject) => void

/**
 * The keywords that ask something of a value itself, and how each adds to what is asked already. In-place
 * applicators (`$ref`, `allOf`, `anyOf`, `oneOf`) are in `expand.ts`; what is in neither is refused or an annotation.
 */
export const KEYWORDS: Readonly<Record<string, Fold>> = {
  type(demand, value, place, schema) {
    const names = argument.types(value, place)
    const all = schema.nullable === true ? [...names, 'null'] : names
    const types = new Set(all.map((name) => (name === 'integer' ? 'number' : name) as JsonType))
    demand.types = new Set([...types].filter((one) => demand.types?.has(one) ?? true))
    if (all.includes('integer') && !all.includes('number')) demand.integer = true
  },
  enum(demand, value, place) {
    only(demand, listed('enum', value, place))
  },
  const(demand, value) {
    only(demand, [value])
  },

  minimum(demand, value, place) {
    demand.minimums.push({ value: argument.number('minimum', value, place), exclusive: false, pointer: place.pointer })
  },
  maximum(demand, value, place) {
    demand.maximums.push({ value: argument.number('maximum', value, place), exclusive: false, pointer: place.pointer })
  },
  exclusiveMinimum(demand, value, place) {
    const bound = argument.number('exclusiveMinimum', value, place)
    demand.minimums.push({ value: bound, exclusive: true, pointer: place.pointer })
  },
  exclusiveMaximum(demand, value, place) {
    const bound = argument.number('exclusiveMaximum', value, place)
    demand.maximums.push({ value: bound, exclusive: true, pointer: place.pointer })
  },
  multipleOf(demand, value, place) {
    const step = argument.number('multipleOf', value, place)
    if (step <= 0) throw schemaRefusal('multipleOf', place.pointer, 'must be more than 0')
    demand.multiples.push({ value: step, pointer: place.pointer })
  },

  minLength(demand, value, place) {
    demand.minLength = Math.max(demand.minLength, argument.count('minLength', value, place))
  },
  maxLength(demand, value, place) {
    demand.maxLength = smaller(demand.maxLength, argument.count('maxLength', value, place))
  },
  pattern(demand, value, place) {
    demand.patterns.push({ value: argument.string('pattern', value, place), pointer: place.pointer })
  },
  format(demand, value, place) {
    demand.formats.push({ value: argument.string('format', value, place), pointer: place.pointer })
  },

  [INPUT_KEYWORD](demand, value, place) {
    if (value instanceof HeldInput) demand.input = { value: value.input, pointer: place.pointer }
  },

  minItems(demand, value, place) {
    demand.minItems = Math.max(demand.minItems, argument.count('minItems', value, place))
  },
  maxItems(demand, value, place) {
    demand.maxItems = smaller(demand.maxItems, argument.count('maxItems', value, place))
  },
  uniqueItems(demand, value, place) {
    if (value === true) demand.unique = { value, pointer: place.pointer }
  },
  items(demand, _, place, schema) {
    demand.arrays.push(arrayRule(place, schema))
  },
  prefixItems(demand, _, place, schema) {
    if (schema.items === undefined) demand.arrays.push(arrayRule(place, schema))
  },

  properties(demand, _, place, schema) {
    demand.objects.push(objectRule(place, schema))
  },
  patternProperties(demand, _, place, schema) {
    if (schema.properties === undefined) demand.objects.push(objectRule(place, schema))
  },
  additionalProperties(demand, _, place, schema) {
    const told = schema.properties !== undefined || schema.patternProperties !== undefined
    if (!told) demand.objects.push(objectRule(place, schema))
  },
  required(demand, value, place) {
    // Draft 3 and OpenAPI 2 had a boolean here, at the property itself.
    if (typeof value === 'boolean') return
    for (const key of argument.list('required', value, place)) demand.required.add(String(key))
  },
  minProperties(demand, value, place) {
    demand.minProperties = Math.max(demand.minProperties, argument.count('minProperties', value, place))
  },
  maxProperties(demand, value, place) {
    demand.maxProperties = smaller(demand.maxProperties, argument.count('maxProperties', value, place))
  },
  propertyNames(demand, value, place) {
    demand.propertyNames.push(inside(place, 'propertyNames', value))
  },
}

/** What type each keyword is about. */
export const MEANT: Readonly<Record<string, JsonType>> = {
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  [INPUT_KEYWORD]: 'string',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  items: 'array',
  prefixItems: 'array',
  properties: 'object',
  patternProperties: 'object',
  additionalProperties: 'object',
  required: 'object',
  minProperties: 'object',
  maxProperties: 'object',
  propertyNames: 'object',
}

/** Keywords that would constrain, and that are not enforced yet in general; with the value at which they say nothing. */
export const REFUSED: Readonly<Record<string, (value: unknown, schema: SchemaObject) => boolean>> = {
  not: (value) => value === false,
  if: (_, schema) => schema.then === undefined && schema.else === undefined,
  contains: (_, schema) => schema.minContains === 0 && schema.maxContains === undefined,
  dependentRequired: isEmpty,
  dependentSchemas: isEmpty,
  dependencies: isEmpty,
  unevaluatedItems: (value) => value === true,
  unevaluatedProperties: (value) => value === true,
  $dynamicRef: () => false,
  $recursiveRef: () => false,
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** A list that the grammar has every one of. */
function listed(keyword: string, value: unknown, place: Place): readonly unknown[] {
  const list = argument.list(keyword, value, place)
  if (list.length > LIMITS.listed) throw schemaRefusal(keyword, place.pointer, `lists more than ${LIMITS.listed}`)
  return list
}

function only(demand: Demand, values: readonly unknown[]): void {
  const before = demand.values
  spend(values.length)
  const keyed = new Map(values.map((value) => [valueKey(value), value]))
  demand.values = before === null ? keyed : new Map([...keyed].filter(([key]) => before.has(key)))
}

/** `items` was a list until 2019, and `additionalItems` then what `items` is now. */
function arrayRule(place: Place, schema: SchemaObject): ArrayRule {
  const { items, prefixItems, additionalItems } = schema
  const keyword = Array.isArray(items) ? 'items' : 'prefixItems'
  const given = Array.isArray(items) ? items : prefixItems
  const list = given === undefined ? [] : listed(keyword, given, place)
  const prefix = list.map((item: unknown, at) => inside(place, keyword, item, at))
  if (Array.isArray(items)) {
    return { prefix, rest: additionalItems === undefined ? null : inside(place, 'additionalItems', additionalItems) }
  }
  return { prefix, rest: items === undefined ? null : inside(place, 'items', items) }
}

function objectRule(place: Place, schema: SchemaObject): Demand['objects'][number] {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  const members = Object.entries(argument.record('properties', properties, place))
  const patterns = Object.entries(argument.record('patternProperties', patternProperties, place))
  return {
    properties: new Map(members.map(([key, value]) => [key, inside(place, 'properties', value, key)])),
    patterns: patterns.map(([source, value]) => ({
      source,
      place: inside(place, 'patternProperties', value, source),
    })),
    additional: additionalProperties === undefined ? null : inside(place, 'additionalProperties', additionalProperties),
  }
}
