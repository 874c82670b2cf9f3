import { alphabetOf } from '../automaton/alphabet.ts'
import { type Dfa, explore } from '../automaton/dfa.ts'
import { includes } from '../automaton/ranges.ts'
import { spend } from '../budget.ts'
import type { Condition, Nfa } from './nfa.ts'

const ALWAYS: ReadonlySet<Condition> = new Set(['always'])
const BEFORE: ReadonlySet<Condition> = new Set(['always', 'start'])
const AFTER: ReadonlySet<Condition> = new Set(['always', 'end'])
/** Only the text of no characters is at its start and at its end at once. */
const WITHOUT_TEXT: ReadonlySet<Condition> = new Set(['always', 'start', 'end'])

/**
 * The subset construction: the texts in which the automaton's whole way leads from its start to its end.
 * @param absorbing whatever follows after the end has been reached, the text is in the language
 */
export function determinise({ states, start, end }: Nfa, absorbing = false): Dfa {
  const sets = [...new Set(states.flatMap(({ moves }) => moves.map(({ ranges }) => ranges)))]
  const alphabet = alphabetOf(sets)
  // What each set is in this alphabet, once, since copies of a part share it.
  const symbolsOf = new Map(
    sets.map((set) => [set, alphabet.flatMap(([range], symbol) => (range && includes(set, range[0]) ? [symbol] : []))]),
  )

  const reach = (from: Iterable<number>, conditions: ReadonlySet<Condition>): Set<number> => {
    const reached = new Set<number>()
    const todo = [...from]
    for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
      if (reached.has(state)) continue
      reached.add(state)
      for (const { when, to } of states[state]?.free ?? []) if (conditions.has(when)) todo.push(to)
    }
    return reached
  }
  const closure = (from: Iterable<number>, conditions: ReadonlySet<Condition>): ReadonlySet<number> => {
    const reached = reach(from, conditions)
    spend(reached.size)
    return absorbing && reached.has(end) && !conditions.has('end') ? reach([end], ALWAYS) : reached
  }

  const first = closure([start], BEFORE)
  const acceptsNothing = closure([start], WITHOUT_TEXT).has(end)
  interface Subset {
    readonly members: ReadonlySet<number>
    readonly first: boolean
  }
  return explore<Subset>(
    alphabet,
    { members: first, first: true },
    (subset) => `${subset.first ? '^' : ''}${[...subset.members].toSorted((a, b) => a - b).join(' ')}`,
    ({ members, first: atStart }) => {
      const targets = alphabet.map((): number[] => [])
      for (const state of members) {
        for (const { ranges, to } of states[state]?.moves ?? []) {
          for (const symbol of symbolsOf.get(ranges) ?? []) targets[symbol]?.push(to)
        }
      }
      return {
        accepting: atStart ? acceptsNothing : closure(members, AFTER).has(end),
        next: targets.map((to) => (to.length === 0 ? null : { members: closure(to, ALWAYS), first: false })),
      }
    },
  )
}
