import type { Dfa } from '../automaton/dfa.ts'
import { both, not } from '../automaton/operations.ts'
import { ALL } from '../automaton/ranges.ts'
import { determinise } from './determinise.ts'
import { nfaOf } from './nfa.ts'
import { parsePattern } from './parse.ts'
import type { Pattern } from './syntax.ts'

const ANYTHING: Pattern = { kind: 'repeat', part: { kind: 'set', ranges: ALL }, min: 0, max: null }
const START: Pattern = { kind: 'start' }

/**
 * The texts in which this regular expression finds a match, anywhere unless it is anchored. Throws a GrammarRefusal
 * for what can't be followed exactly.
 */
export function searchAutomaton(source: string): Dfa {
  return searched(parsePattern(source))
}

/** The texts that this regular expression matches as a whole. */
export function matchAutomaton(source: string): Dfa {
  const { conditions, rest } = withoutLookahead([START, ...flat(parsePattern(source))])
  return held(determinise(nfaOf({ kind: 'sequence', parts: [START, ...rest, { kind: 'end' }] })), conditions)
}

function searched(pattern: Pattern): Dfa {
  const { conditions, rest } = withoutLookahead(flat(pattern))
  const found = {
    kind: 'sequence',
    parts: [...(conditions.length > 0 ? [START] : [ANYTHING]), ...rest, ANYTHING],
  } as const
  return held(determinise(nfaOf(found), true), conditions)
}

type Lookahead = Extract<Pattern, { kind: 'ahead' }>

/**
 * Lookaheads right after the opening `^`, as passwords have them, are conditions on the whole text and are taken out.
 * Others stay where they are, to be refused.
 */
function withoutLookahead(parts: readonly Pattern[]): {
  readonly conditions: readonly Lookahead[]
  readonly rest: readonly Pattern[]
} {
  const from = parts.findIndex(({ kind }) => kind !== 'start')
  const opening = parts.slice(Math.max(from, 0))
  const count = opening.findIndex(({ kind }) => kind !== 'ahead')
  const conditions = opening
    .slice(0, count < 0 ? undefined : count)
    .flatMap((part) => (part.kind === 'ahead' ? [part] : []))
  return from < 1 || conditions.length === 0
    ? { conditions: [], rest: parts }
    : { conditions, rest: opening.slice(conditions.length) }
}

function held(dfa: Dfa, conditions: readonly Lookahead[]): Dfa {
  return conditions.reduce((language, { part, negative }) => {
    const ahead = determinise(nfaOf({ kind: 'sequence', parts: [START, part, ANYTHING] }), true)
    return both(language, negative ? not(ahead) : ahead)
  }, dfa)
}

function flat(pattern: Pattern): readonly Pattern[] {
  return pattern.kind === 'sequence' ? pattern.parts.flatMap(flat) : [pattern]
}
