import { crowding } from './crowding.ts'
import { leftRecursion } from './left-recursion.ts'
import { LIMITS } from './limits.ts'
import type { GrammarPart } from './part.ts'
import { emptyParts, isSatisfiable } from './possible.ts'
import { GrammarRefusal } from './refusal.ts'

/** A grammar that a client wrote, as it is. Throws a GrammarRefusal for what an engine would never come to an end with. */
export function sound(root: GrammarPart): GrammarPart {
  const circle = leftRecursion(root)
  if (circle !== null) throw new GrammarRefusal(`has the rule \`${circle.name}\` begin with itself`)
  const empty = emptyParts(root)
  for (const part of empty) {
    const endless = part.kind === 'repeat' && part.max === null && empty.has(part.part)
    if (endless) throw new GrammarRefusal('repeats what may be nothing without end')
  }
  if (crowding(root) > LIMITS.crowding) throw new GrammarRefusal('has too many parts in a row that may be nothing')
  if (!isSatisfiable(root)) throw new GrammarRefusal('fits no text')
  return root
}
