import type { GrammarPart } from './part.ts'
import { childrenOf, occurrences } from './walk.ts'

/**
 * The parts that some finite text fits. A schema may ask for what never ends, such as an object that must contain
 * another of its kind; a model must not be led there.
 */
export function possibleParts(root: GrammarPart): ReadonlySet<GrammarPart> {
  const users = new Map<GrammarPart, GrammarPart[]>()
  const parts = [...occurrences(root).keys()]
  for (const part of parts) {
    for (const child of childrenOf(part)) {
      const list = users.get(child)
      if (list === undefined) users.set(child, [part])
      else list.push(part)
    }
  }
  const possible = new Set<GrammarPart>()
  const todo = parts
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (possible.has(part) || !isPossible(part, possible)) continue
    possible.add(part)
    todo.push(...(users.get(part) ?? []))
  }
  return possible
}

function isPossible(part: GrammarPart, possible: ReadonlySet<GrammarPart>): boolean {
  switch (part.kind) {
    case 'sequence':
      return part.parts.every((one) => possible.has(one))
    case 'choice':
      return part.parts.some((one) => possible.has(one))
    case 'repeat':
      return part.min === 0 || possible.has(part.part)
    case 'rule':
      return possible.has(part.body)
    default:
      return true
  }
}

/** Whether any finite text fits at all. */
export function isSatisfiable(root: GrammarPart): boolean {
  return possibleParts(root).has(root)
}
