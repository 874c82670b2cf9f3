import { TrivetError } from '../../core/errors.ts'
import { INPUT_KEYWORD } from '../grammar/index.ts'
import { LIMITS } from '../grammar/limits.ts'

/** An argument of a tool, told by its schema. */
export interface Parameter {
  readonly name: string
  /** With the definitions of the whole schema, so that it stands alone. */
  readonly schema: unknown
  readonly required: boolean
}

/** Keywords that only describe, or that `parametersOf` takes into account. */
const PLAIN_KEYWORDS: readonly string[] = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  '$defs',
  'definitions',
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'strict',
]

/**
 * The arguments one by one, for formats that don't write them as one JSON object; `null` when the schema says more of
 * the object as a whole than which arguments it has.
 */
export function parametersOf(schema: unknown): readonly Parameter[] | null {
  if (!isRecord(schema) || Object.keys(schema).some((key) => !PLAIN_KEYWORDS.includes(key))) return null
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  if (required.some((name) => typeof name !== 'string' || !Object.hasOwn(properties, name))) return null
  const definitions = definitionsOf(schema)
  return Object.entries(properties).map(([name, own]) => ({
    name,
    schema: isRecord(own) ? { ...own, ...definitions } : own,
    required: required.includes(name),
  }))
}

/** As `parametersOf`; throws `unsupported_schema` where that is `null`. */
export function requireParameters(schema: unknown): readonly Parameter[] {
  const parameters = parametersOf(schema)
  if (parameters) return parameters
  const keyword = Object.keys(isRecord(schema) ? schema : {}).find((key) => !PLAIN_KEYWORDS.includes(key)) ?? 'required'
  const reason = 'is about the arguments as a whole, which this model writes one by one'
  throw new TrivetError('unsupported_schema', { keyword, pointer: '#', reason })
}

/** The schema with whatever is easily kept: the names of the arguments, of any value. */
export function loosened(schema: unknown): unknown {
  const properties = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : []
  return { type: 'object', properties: Object.fromEntries(properties.map((name) => [name, {}])) }
}

function definitionsOf(schema: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(schema).filter(([key]) => key === '$defs' || key === 'definitions')
  return Object.fromEntries(kept)
}

/**
 * How a value is read where strings stand without quotes. `string`: whatever stands there. `quotable`: a string of a
 * particular kind, which may be quoted. `json`: no string can be meant. `either`: what parses as JSON is.
 */
export type ValueKind = 'string' | 'quotable' | 'json' | 'either'

/** Keywords that ask more of a string than to be one. */
const STRING_KEYWORDS = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', INPUT_KEYWORD]

export function valueKind(schema: unknown): ValueKind {
  if (!isRecord(schema)) return 'either'
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (types.some((type) => typeof type !== 'string') || 'anyOf' in schema || 'oneOf' in schema) return 'either'
  if (!types.includes('string')) return 'json'
  if (types.length > 1) return 'either'
  return STRING_KEYWORDS.some((keyword) => keyword in schema) ? 'quotable' : 'string'
}

/** The text values that are all a schema allows; `null` when it allows others, or more than a grammar lists. */
export function stringChoices(schema: unknown): readonly string[] | null {
  if (!isRecord(schema)) return null
  const values = 'const' in schema ? [schema.const] : schema.enum
  if (!Array.isArray(values) || values.length === 0 || values.length > LIMITS.listed) return null
  return values.every((value): value is string => typeof value === 'string') ? values : null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
