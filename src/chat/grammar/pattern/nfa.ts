import type { Ranges } from '../automaton/ranges.ts'
import { GrammarRefusal } from '../refusal.ts'
import type { Pattern } from './syntax.ts'

/** How a move without a character may be made: always, only before the first character, or only after the last. */
export type Condition = 'always' | 'start' | 'end'

interface State {
  readonly free: { readonly when: Condition; readonly to: number }[]
  readonly moves: { readonly ranges: Ranges; readonly to: number }[]
}

/** A nondeterministic automaton with anchors. */
export interface Nfa {
  readonly states: readonly State[]
  readonly start: number
  readonly end: number
}

/** Copies that counted repetitions are made of count too. */
const MAX_STATES = 40_000

/** Thompson's construction. Throws a GrammarRefusal for what is too large. */
export function nfaOf(pattern: Pattern): Nfa {
  const states: State[] = []
  const add = (): number => {
    if (states.length >= MAX_STATES) throw new GrammarRefusal('repeats too much to be followed')
    states.push({ free: [], moves: [] })
    return states.length - 1
  }
  const free = (from: number, to: number, when: Condition = 'always') => states[from]?.free.push({ when, to })

  /** Builds the part from state `from` on and returns the state it ends in. */
  const build = (part: Pattern, from: number): number => {
    switch (part.kind) {
      case 'set': {
        const to = add()
        states[from]?.moves.push({ ranges: part.ranges, to })
        return to
      }
      case 'sequence':
        return part.parts.reduce((at, one) => build(one, at), from)
      case 'either': {
        const to = add()
        for (const one of part.parts) {
          const begin = add()
          free(from, begin)
          free(build(one, begin), to)
        }
        return to
      }
      case 'repeat':
        return repeat(part.part, part.min, part.max, from)
      case 'start':
      case 'end': {
        const to = add()
        free(from, to, part.kind)
        return to
      }
      case 'ahead':
        throw new GrammarRefusal('looks ahead elsewhere than right after the `^` it begins with')
    }
  }

  const repeat = (part: Pattern, min: number, max: number | null, from: number): number => {
    let at = from
    for (let count = 0; count < min; count++) at = build(part, at)
    const to = add()
    free(at, to)
    if (max === null) {
      const begin = add()
      free(to, begin)
      free(build(part, begin), to)
      return to
    }
    for (let count = min; count < max; count++) {
      const begin = add()
      free(at, begin)
      at = build(part, begin)
      free(at, to)
    }
    return to
  }

  const start = add()
  return { states, start, end: build(pattern, start) }
}
