import { characters, choice, type GrammarPart, IMPOSSIBLE, NOTHING_MORE, type Rule, sequence } from '../part.ts'
import { DEAD, type Dfa, isEmpty } from './dfa.ts'
import { intersection, LAST_CODE_POINT, type Ranges, rangesOf } from './ranges.ts'

/** How one character out of a set is written: as itself, or as JSON spells it. */
export type Spelling = (ranges: Ranges) => GrammarPart

/** NUL is left out: to llama.cpp it is the end of a text. */
export const AS_IS: Spelling = (ranges) => characters(intersection(ranges, [[1, LAST_CODE_POINT]]))

/** The automaton's texts. At every character there is one way to go on, so the engine follows one possibility. */
export function partOf(dfa: Dfa, spell: Spelling): GrammarPart {
  if (isEmpty(dfa)) return IMPOSSIBLE
  const moves = dfa.next.map((targets) => movesOf(dfa, targets))
  const arrivals = new Map<number, number>()
  for (const { to } of moves.flat()) arrivals.set(to, (arrivals.get(to) ?? 0) + 1)
  const rules = moves.map((_, state): Rule => ({ kind: 'rule', name: `state-${state}`, body: IMPOSSIBLE }))
  const spelled = new Map<string, GrammarPart>()
  const spellOnce = (ranges: Ranges): GrammarPart => {
    const key = ranges.join(' ')
    const part = spelled.get(key) ?? spell(ranges)
    spelled.set(key, part)
    return part
  }

  /** A move and, as long as nothing else leads there or away, the moves after it. */
  const run = (ranges: Ranges, to: number): GrammarPart => {
    const parts = [spellOnce(ranges)]
    let at = to
    for (let next = onlyMove(at); next !== null; next = onlyMove(at)) {
      parts.push(spellOnce(next.ranges))
      at = next.to
    }
    const ends = dfa.accepting[at] && moves[at]?.length === 0
    return sequence(...parts, ends ? NOTHING_MORE : (rules[at] ?? IMPOSSIBLE))
  }
  const onlyMove = (state: number): Move | null => {
    const [only, ...others] = moves[state] ?? []
    const alone = only !== undefined && others.length === 0 && !dfa.accepting[state] && arrivals.get(state) === 1
    return alone && state !== 0 ? only : null
  }

  rules.forEach((rule, state) => {
    const ways = (moves[state] ?? []).map(({ ranges, to }) => run(ranges, to))
    rule.body = choice(...ways, ...(dfa.accepting[state] ? [NOTHING_MORE] : []))
  })
  return rules[0] ?? IMPOSSIBLE
}

interface Move {
  readonly ranges: Ranges
  readonly to: number
}

/** One move for each state that can be reached. */
function movesOf({ alphabet }: Dfa, targets: readonly number[]): readonly Move[] {
  const reached = [...new Set(targets)].filter((to) => to !== DEAD)
  return reached.map((to) => ({
    to,
    ranges: rangesOf(targets.flatMap((target, symbol) => (target === to ? (alphabet[symbol] ?? []) : []))),
  }))
}
