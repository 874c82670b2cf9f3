import type { GrammarPart } from '../../src/chat/grammar/part.ts'

/** Past so many steps the shortest way out is taken. */
const ENOUGH = 400

/** A text of this language, drawn at random: the same for the same random numbers. */
export function derive(part: GrammarPart, random: () => number): string {
  let steps = 0
  const sizes = new Map<GrammarPart, number>()
  const text = (one: GrammarPart): string => {
    steps++
    switch (one.kind) {
      case 'literal':
        return one.text
      case 'characters':
        return character(one.ranges, random)
      case 'sequence':
        return one.parts.map(text).join('')
      case 'choice':
        return text(steps > ENOUGH ? shortest(one.parts, sizes) : picked(one.parts, random))
      case 'repeat': {
        const most = Math.min(one.max ?? one.min + 3, one.min + 3)
        const times = steps > ENOUGH ? one.min : one.min + Math.floor(random() * (most - one.min + 1))
        return Array.from({ length: times }, () => text(one.part)).join('')
      }
      case 'rule':
        return text(one.body)
      case 'token':
        throw new Error('tokens have no text here')
    }
  }
  return text(part)
}

function picked<T>(from: readonly T[], random: () => number): T {
  const one = from[Math.floor(random() * from.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

/** Mostly ASCII, and at times whatever else is allowed; no surrogates, which no text has alone. */
function character(ranges: readonly (readonly [number, number])[], random: () => number): string {
  const [first, last] = picked(ranges, random)
  const point = first + Math.floor(random() * (Math.min(last, random() < 0.8 ? first + 90 : last) - first + 1))
  return String.fromCodePoint(point >= 0xd800 && point <= 0xdfff ? 0xe000 : point)
}

function shortest(parts: readonly GrammarPart[], sizes: Map<GrammarPart, number>): GrammarPart {
  const sized = parts.map((part) => ({ part, size: sizeOf(part, sizes, new Set()) }))
  return sized.reduce((best, one) => (one.size < best.size ? one : best)).part
}

/** Steps to the shortest text, as far as can be seen without going in circles. */
function sizeOf(part: GrammarPart, sizes: Map<GrammarPart, number>, within: Set<GrammarPart>): number {
  const known = sizes.get(part)
  if (known !== undefined) return known
  if (within.has(part)) return Number.POSITIVE_INFINITY
  within.add(part)
  const inside = (one: GrammarPart) => sizeOf(one, sizes, within)
  const size = ((): number => {
    switch (part.kind) {
      case 'sequence':
        return part.parts.reduce((sum, one) => sum + inside(one), 1)
      case 'choice':
        return 1 + Math.min(...part.parts.map(inside))
      case 'repeat':
        return 1 + (part.min === 0 ? 0 : part.min * inside(part.part))
      case 'rule':
        return 1 + inside(part.body)
      default:
        return 1
    }
  })()
  within.delete(part)
  if (Number.isFinite(size)) sizes.set(part, size)
  return size
}
