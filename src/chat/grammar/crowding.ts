import type { GrammarPart } from './part.ts'
import { emptyParts } from './possible.ts'
import { childrenOf, occurrences } from './walk.ts'

/**
 * In how many places of a grammar a reader may have to stand at once for parts that may be nothing, at the most: they
 * let it stand before the next one too, and where such a part is repeated, in any of its places in any of its turns.
 * llama.cpp compares all of these with each other for every character, so its time grows with the square.
 */
export function crowding(root: GrammarPart): number {
  const empty = emptyParts(root)
  const parts = childrenFirst(root)
  const sizes = new Map<GrammarPart, number>()
  for (const part of parts) sizes.set(part, sizeOf(part, sizes))
  const places = new Map<GrammarPart, number>()
  let most = 0
  for (const part of parts) {
    const { first, widest } = placesOf(part, places, sizes, empty)
    places.set(part, first)
    most = Math.max(most, widest)
  }
  return most
}

/** Places in a part written out in full. What contains itself counts once. */
function sizeOf(part: GrammarPart, sizes: ReadonlyMap<GrammarPart, number>): number {
  const sum = childrenOf(part).reduce((total, child) => total + (sizes.get(child) ?? 0), 0)
  if (part.kind === 'repeat') return sum * Math.max(1, part.max ?? part.min)
  return childrenOf(part).length === 0 ? 1 : sum
}

/** Where a reader may stand as the part begins, and as any rest of it does. */
function placesOf(
  part: GrammarPart,
  places: ReadonlyMap<GrammarPart, number>,
  sizes: ReadonlyMap<GrammarPart, number>,
  empty: ReadonlySet<GrammarPart>,
): { readonly first: number; readonly widest: number } {
  const of = (child: GrammarPart) => places.get(child) ?? 0
  if (part.kind === 'sequence') {
    let first = 0
    let widest = 0
    for (const child of part.parts.toReversed()) {
      first = of(child) + (empty.has(child) ? first : 0)
      widest = Math.max(widest, first)
    }
    return { first, widest: part.parts.some((child) => empty.has(child)) ? widest : 0 }
  }
  const children = childrenOf(part)
  const sum = children.reduce((total, child) => total + of(child), 0)
  const repeated = part.kind === 'repeat' && part.max !== 1 && empty.has(part.part)
  const first = children.length === 0 ? 1 : repeated ? (sizes.get(part) ?? sum) : sum
  return { first, widest: repeated ? first : 0 }
}

/** Every part after those it is made of, except where it contains itself. */
function childrenFirst(root: GrammarPart): readonly GrammarPart[] {
  const known = new Set<GrammarPart>()
  const order: GrammarPart[] = []
  const todo: { readonly part: GrammarPart; readonly leaving: boolean }[] = []
  for (const part of occurrences(root).keys()) todo.push({ part, leaving: false })
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { part, leaving } = next
    if (leaving) order.push(part)
    else if (!known.has(part)) {
      known.add(part)
      todo.push({ part, leaving: true })
      for (const child of childrenOf(part)) todo.push({ part: child, leaving: false })
    }
  }
  return order
}
