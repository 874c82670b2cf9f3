import type { z } from 'zod'
import type { Layer } from './layers.ts'
import { suggestion } from './nearest.ts'
import { type Shape, settingsShape } from './schema.ts'
import { valueAt } from './tree.ts'

/** One sentence for each thing wrong, naming where it was written: the flag, the variable, or the file and key. */
export function problemsOf(issues: readonly z.core.$ZodIssue[], layers: readonly Layer[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...issue.path, key], layers))
    const given = valueAt(sourceOf(issue.path, layers)?.values, issue.path)
    const shown = given === undefined ? '' : `, not ${JSON.stringify(given)}`
    return [`${nameOf(issue.path, layers)}: ${wanted(issue)}${shown}.`]
  })
}

/** The name of a setting where it was given, by the layer that decided it. Layers are in falling precedence. */
export function nameOf(path: readonly PropertyKey[], layers: readonly Layer[]): string {
  return sourceOf(path, layers)?.name(path) ?? path.join('.')
}

/** The layer that gave a setting: the first that has it, or has the entry it is missing from. */
function sourceOf(path: readonly PropertyKey[], layers: readonly Layer[]): Layer | undefined {
  for (let length = path.length; length > 0; length--) {
    const found = layers.find((layer) => valueAt(layer.values, path.slice(0, length)) !== undefined)
    if (found) return found
  }
  return undefined
}

function unknownKey(path: readonly PropertyKey[], layers: readonly Layer[]): string {
  const parents = path.slice(0, -1)
  const known = Object.keys(shapeAt(parents)?.properties ?? {})
  return `${nameOf(path, layers)}: there is no such setting.${suggestion(String(path.at(-1)), known)}`
}

function shapeAt(path: readonly PropertyKey[]): Shape | undefined {
  return path.reduce<Shape | undefined>(
    (shape, key) => (typeof key === 'number' ? shape?.items : shape?.properties?.[String(key)]),
    settingsShape,
  )
}

function wanted(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    default:
      return issue.message
  }
}

function article(type: string): string {
  const word = { int: 'whole number', array: 'list', object: 'group of settings', string: 'text' }[type] ?? type
  return word === 'text' ? word : `a ${word}`
}
