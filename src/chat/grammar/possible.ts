import type { GrammarPart } from './part.ts'
import { propagated } from './propagate.ts'

/**
 * The parts that some finite text fits. A schema may ask for what never ends, such as an object that must contain
 * another of its kind; a model must not be led there.
 */
export function possibleParts(root: GrammarPart): ReadonlySet<GrammarPart> {
  return propagated(root, isPossible)
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
