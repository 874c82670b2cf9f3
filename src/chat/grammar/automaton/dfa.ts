import { append } from '../../../core/append.ts'
import { spend } from '../budget.ts'
import { LIMITS } from '../limits.ts'
import { GrammarRefusal } from '../refusal.ts'
import type { Alphabet } from './alphabet.ts'
import { includes } from './ranges.ts'

/** No text that begins like this is in the language. */
export const DEAD = -1

/** A deterministic finite automaton over code points. State 0 is the start. */
export interface Dfa {
  readonly alphabet: Alphabet
  readonly accepting: readonly boolean[]
  /** `next[state][symbol]`: a state, or DEAD. */
  readonly next: readonly (readonly number[])[]
}

/**
 * The automaton that a search finds: `expand` says of a state whether it accepts and what follows each symbol, and
 * states with the same `key` are one. Throws a GrammarRefusal when there are more than a grammar can hold.
 */
export function explore<State>(
  alphabet: Alphabet,
  start: State,
  key: (state: State) => string,
  expand: (state: State) => { readonly accepting: boolean; readonly next: readonly (State | null)[] },
): Dfa {
  const numbers = new Map<string, number>([[key(start), 0]])
  const found: State[] = [start]
  const numberOf = (state: State | null): number => {
    if (state === null) return DEAD
    const name = key(state)
    const known = numbers.get(name)
    if (known !== undefined) return known
    if (found.length >= LIMITS.states) throw new GrammarRefusal('needs too many states to be followed')
    numbers.set(name, found.length)
    found.push(state)
    return found.length - 1
  }
  const accepting: boolean[] = []
  const next: number[][] = []
  for (let at = 0; at < found.length; at++) {
    spend(alphabet.length)
    const expanded = expand(found[at] as State)
    accepting.push(expanded.accepting)
    next.push(expanded.next.map(numberOf))
  }
  return trimmed({ alphabet, accepting, next })
}

/** The same language, without moves to states from which no text ends well. */
function trimmed({ alphabet, accepting, next }: Dfa): Dfa {
  const sources = next.map((): number[] => [])
  next.forEach((targets, state) => {
    for (const target of new Set(targets)) sources[target]?.push(state)
  })
  const alive = new Set<number>()
  const todo = accepting.flatMap((accepts, state) => (accepts ? [state] : []))
  for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
    if (alive.has(state)) continue
    alive.add(state)
    append(todo, sources[state] ?? [])
  }
  const alivesOnly = next.map((targets) => targets.map((target) => (alive.has(target) ? target : DEAD)))
  return { alphabet, accepting, next: alivesOnly }
}

/** Whether the text is in the language. */
export function accepts({ alphabet, accepting, next }: Dfa, text: string): boolean {
  let state = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const symbol = alphabet.findIndex((ranges) => includes(ranges, codePoint))
    state = next[state]?.[symbol] ?? DEAD
    if (state === DEAD) return false
  }
  return accepting[state] ?? false
}

/** Whether there is no text at all. */
export function isEmpty({ accepting, next }: Dfa): boolean {
  return !accepting[0] && (next[0] ?? []).every((target) => target === DEAD)
}
