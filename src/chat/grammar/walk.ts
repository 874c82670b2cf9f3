import type { GrammarPart } from './part.ts'

/** The parts that a part is directly made of. */
export function childrenOf(part: GrammarPart): readonly GrammarPart[] {
  switch (part.kind) {
    case 'sequence':
    case 'choice':
      return part.parts
    case 'repeat':
      return [part.part]
    case 'rule':
      return [part.body]
    default:
      return []
  }
}

/** How often each part occurs in others, over the whole grammar. Depth of nesting doesn't matter. */
export function occurrences(root: GrammarPart): ReadonlyMap<GrammarPart, number> {
  const counts = new Map<GrammarPart, number>([[root, 1]])
  const todo = [root]
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    for (const child of childrenOf(part)) {
      const seen = counts.get(child)
      counts.set(child, (seen ?? 0) + 1)
      if (seen === undefined) todo.push(child)
    }
  }
  return counts
}
