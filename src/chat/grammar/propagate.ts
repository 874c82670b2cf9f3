import type { GrammarPart } from './part.ts'
import { childrenOf, occurrences } from './walk.ts'

/**
 * The parts of which something holds, where it depends on what holds of their own parts: the fewest for which that
 * works out. Each part is asked again only when something it is made of has been found to hold.
 */
export function propagated(
  root: GrammarPart,
  holds: (part: GrammarPart, known: ReadonlySet<GrammarPart>) => boolean,
): ReadonlySet<GrammarPart> {
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
    if (known.has(part) || !holds(part, known)) continue
    known.add(part)
    for (const user of users.get(part) ?? []) if (!known.has(user)) todo.push(user)
  }
  return known
}
