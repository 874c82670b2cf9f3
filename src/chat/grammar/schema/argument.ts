import type { Place, SchemaObject } from './document.ts'
import { schemaRefusal } from './refusal.ts'

const TYPES = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']

/** What a keyword is given, checked. Each throws `unsupported_schema` when it is of the wrong kind. */
export const argument = {
  number(keyword: string, value: unknown, { pointer }: Place): number {
    if (typeof value !== 'number') throw schemaRefusal(keyword, pointer, 'must be a number')
    return value
  },

  count(keyword: string, value: unknown, { pointer }: Place): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    throw schemaRefusal(keyword, pointer, 'must be a whole number of at least 0')
  },

  string(keyword: string, value: unknown, { pointer }: Place): string {
    if (typeof value !== 'string') throw schemaRefusal(keyword, pointer, 'must be a string')
    return value
  },

  list(keyword: string, value: unknown, { pointer }: Place): readonly unknown[] {
    if (!Array.isArray(value)) throw schemaRefusal(keyword, pointer, 'must be an array')
    return value
  },

  record(keyword: string, value: unknown, { pointer }: Place): SchemaObject {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as SchemaObject
    throw schemaRefusal(keyword, pointer, 'must be an object')
  },

  types(value: unknown, { pointer }: Place): readonly string[] {
    const names: readonly unknown[] = Array.isArray(value) ? value : [value]
    const unknown = names.find((name) => typeof name !== 'string' || !TYPES.includes(name))
    if (unknown === undefined) return names as readonly string[]
    throw schemaRefusal('type', pointer, `names the unknown type ${JSON.stringify(unknown)}`)
  },
}
