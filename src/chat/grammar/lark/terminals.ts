import type { Dfa } from '../automaton/dfa.ts'
import { ofLength } from '../automaton/operations.ts'
import { ALL, complement, rangesOf } from '../automaton/ranges.ts'
import { caseless } from '../pattern/caseless.ts'
import { determinise } from '../pattern/determinise.ts'
import { nfaOf } from '../pattern/nfa.ts'
import { parsePattern } from '../pattern/parse.ts'
import type { Pattern } from '../pattern/syntax.ts'
import { GrammarRefusal } from '../refusal.ts'
import { type Expression, isTerminal, type LarkGrammar } from './syntax.ts'

/** Characters of what is ignored at one place: enough for any layout, and an end to a model that writes only blanks. */
const MOST_IGNORED = 64
/** Terminals within terminals. */
const MAX_NESTING = 100
const NOT_A_LINE_FEED = complement([[0x0a, 0x0a]])

/** Makes automata of terminals: whatever they are put together of, they are regular. */
export class Terminals {
  readonly #definitions: LarkGrammar['definitions']
  readonly #ignored: LarkGrammar['ignored']
  readonly #patterns = new Map<string, Pattern>()
  /** Terminals being looked into, which must not contain themselves. */
  readonly #open = new Set<string>()

  constructor({ definitions, ignored }: LarkGrammar) {
    this.#definitions = definitions
    this.#ignored = ignored
  }

  /** The texts of a terminal, of a literal or of a regular expression. */
  automaton(expression: Expression): Dfa {
    return automatonOf(this.#pattern(expression))
  }

  /** What may stand between two terminals; `null`: nothing. */
  ignored(): Dfa | null {
    if (this.#ignored.length === 0) return null
    const part: Pattern = { kind: 'either', parts: this.#ignored.map((one) => this.#pattern(one)) }
    return ofLength(automatonOf({ kind: 'repeat', part, min: 0, max: null }), 0, MOST_IGNORED)
  }

  #pattern(expression: Expression): Pattern {
    switch (expression.kind) {
      case 'text': {
        const letters = [...expression.text].map((letter) => letter.codePointAt(0) ?? 0)
        const text: Pattern = {
          kind: 'sequence',
          parts: letters.map((code) => ({ kind: 'set', ranges: [[code, code]] })),
        }
        return expression.caseless ? caseless(text) : text
      }
      case 'range':
        return { kind: 'set', ranges: rangesOf([[expression.first, expression.last]]) }
      case 'regex':
        return regular(expression.source, expression.flags)
      case 'name':
        return this.#named(expression.name)
      case 'sequence':
      case 'either':
        return { kind: expression.kind, parts: expression.parts.map((part) => this.#pattern(part)) }
      case 'repeat':
        return { ...expression, part: this.#pattern(expression.part) }
    }
  }

  #named(name: string): Pattern {
    const definition = this.#definitions.get(name)
    if (!isTerminal(name)) throw new GrammarRefusal(`has the rule \`${name}\` in a terminal or in \`%ignore\``)
    if (definition === undefined) throw new GrammarRefusal(`uses \`${name}\`, which it doesn't define`)
    const known = this.#patterns.get(name)
    if (known !== undefined) return known
    if (this.#open.has(name)) throw new GrammarRefusal(`has the terminal \`${name}\` contain itself`)
    if (this.#open.size >= MAX_NESTING) throw new GrammarRefusal(`nests more than ${MAX_NESTING} terminals`)
    this.#open.add(name)
    const pattern = this.#pattern(definition)
    this.#open.delete(name)
    this.#patterns.set(name, pattern)
    return pattern
  }
}

function automatonOf(pattern: Pattern): Dfa {
  return determinise(nfaOf(pattern))
}

/** A regular expression between slashes. Python and Rust, whose syntax is meant, have the common part of ECMAScript's. */
function regular(source: string, flags: string): Pattern {
  const unknown = /[^imsu]/.exec(flags)
  if (unknown !== null) throw new GrammarRefusal(`has a regular expression with the unknown flag \`${unknown[0]}\``)
  const about = `has the regular expression ${JSON.stringify(source.slice(0, 40))}, which`
  try {
    const pattern = parsePattern(source, { dot: flags.includes('s') ? ALL : NOT_A_LINE_FEED, lazy: false })
    if (looksAround(pattern)) throw new GrammarRefusal('has an anchor or looks ahead')
    return flags.includes('i') ? caseless(pattern) : pattern
  } catch (refusal) {
    throw refusal instanceof GrammarRefusal ? new GrammarRefusal(`${about} ${refusal.message}`) : refusal
  }
}

/** In the midst of a text, an anchor is about more than what the terminal itself matches. */
function looksAround(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'sequence':
    case 'either':
      return pattern.parts.some(looksAround)
    case 'repeat':
      return looksAround(pattern.part)
    default:
      return pattern.kind !== 'set'
  }
}
