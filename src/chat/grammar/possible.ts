import type { GrammarPart } from './part.ts'
import { childrenOf, occurrences } from './walk.ts'

/**
 * The parts that some finite text fits. A schema may ask for what never ends, such as an object that must contain
 * another of its kind; a model must not be led there.
 */
export function possibleParts(root: GrammarPart): ReadonlySet<GrammarPart> {
  return fittedParts(root, true)
}

/** The parts that fit the empty text, whatever else they fit. */
export function emptyParts(root: GrammarPart): ReadonlySet<GrammarPart> {
  return fittedParts(root, false)
}

/** Whether any finite text fits at all. */
export function isSatisfiable(root: GrammarPart): boolean {
  return possibleParts(root).has(root)
}

/**
 * The parts that come out where those that take characters do, or don't: the fewest for which that works out. Each part
 * is asked again only when something it is made of has been found to be among them.
 */
function fittedParts(root: GrammarPart, characters: boolean): ReadonlySet<GrammarPart> {
  const users = new Map<GrammarPart, GrammarPart[]>()
  const todo = [...occurrences(root).keys()]
  for (const part of todo) {
    for (const child of childrenOf(part)) {
      const list = users.get(child)
      if (list === undefined) users.set(child, [part])
      else list.push(part)
    }
  }
  const known = new Set<GrammarPart>()
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (known.has(part) || !isFitted(part, known, characters)) continue
    known.add(part)
    for (const user of users.get(part) ?? []) if (!known.has(user)) todo.push(user)
  }
  return known
}

function isFitted(part: GrammarPart, known: ReadonlySet<GrammarPart>, characters: boolean): boolean {
  switch (part.kind) {
    case 'sequence':
      return part.parts.every((one) => known.has(one))
    case 'choice':
      return part.parts.some((one) => known.has(one))
    case 'repeat':
      return part.min === 0 || known.has(part.part)
    case 'rule':
      return known.has(part.body)
    default:
      return characters
  }
}
