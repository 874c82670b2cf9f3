import { fieldPath } from './field-path.ts'

/**
 * Paths of the fields that a client sent and the schema doesn't know, found by comparing what came with what
 * validation kept. Null values are left out: they ask for nothing.
 */
export function ignoredFields(received: unknown, kept: unknown): readonly string[] {
  return walk(received, kept, [])
}

function walk(received: unknown, kept: unknown, path: readonly PropertyKey[]): string[] {
  if (received === kept || !isObject(received) || !isObject(kept)) return []
  return Object.entries(received).flatMap(([key, value]) => {
    const here = [...path, key]
    if (Object.hasOwn(kept, key)) return walk(value, kept[key], here)
    return value === null ? [] : [fieldPath(here)]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
