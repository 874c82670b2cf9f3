import { partOf } from '../automaton/part.ts'
import { alternatives } from '../factor.ts'
import { LIMITS } from '../limits.ts'
import { type GrammarPart, IMPOSSIBLE, inOrder, NOTHING_MORE, type Rule, repeat, sequence } from '../part.ts'
import { GrammarRefusal } from '../refusal.ts'
import { sound } from '../sound.ts'
import type { TextSpelling } from '../text/spelling.ts'
import { withoutLeftRecursion } from './left-recursion.ts'
import { readLark } from './read.ts'
import { type Expression, isTerminal, type LarkGrammar } from './syntax.ts'
import { Terminals } from './terminals.ts'

/**
 * The texts of a grammar in Lark's notation, whose start rule is `start`, as its Earley parser with dynamic lexing reads
 * them: any way to cut a text into terminals will do. Throws a GrammarRefusal.
 * @param spelling how its characters are written
 */
export function compileLark(source: string, spelling: TextSpelling): GrammarPart {
  if (source.length > LIMITS.userGrammarLength) {
    throw new GrammarRefusal(`is longer than ${LIMITS.userGrammarLength} characters`)
  }
  return sound(new LarkCompiler(withoutLeftRecursion(readLark(source)), spelling).start())
}

class LarkCompiler {
  readonly #definitions: LarkGrammar['definitions']
  readonly #terminals: Terminals
  readonly #spelling: TextSpelling
  /** What may follow each terminal. */
  readonly #gap: GrammarPart
  readonly #rules = new Map<string, Rule>()
  /** Rules whose bodies are still to be made: one after the other, however long the chain. */
  readonly #unmade: { readonly rule: Rule; readonly definition: Expression }[] = []
  readonly #lexemes = new Map<string, GrammarPart>()
  readonly #parts = new Map<Expression, GrammarPart>()

  constructor(grammar: LarkGrammar, spelling: TextSpelling) {
    this.#definitions = grammar.definitions
    this.#terminals = new Terminals(grammar)
    this.#spelling = spelling
    const ignored = this.#terminals.ignored()
    this.#gap = ignored === null ? NOTHING_MORE : partOf(ignored, spelling.characters)
  }

  start(): GrammarPart {
    if (!this.#definitions.has('start')) throw new GrammarRefusal('has no rule named `start`')
    const start = sequence(this.#gap, this.#ruleNamed('start'))
    // Rules that are never reached have to make sense all the same.
    for (const name of this.#definitions.keys()) this.#named(name)
    for (let next = this.#unmade.pop(); next !== undefined; next = this.#unmade.pop()) {
      next.rule.body = this.#part(next.definition)
    }
    return start
  }

  #named(name: string): GrammarPart {
    return isTerminal(name) ? this.#lexeme({ kind: 'name', name }) : this.#ruleNamed(name)
  }

  #ruleNamed(name: string): Rule {
    const known = this.#rules.get(name)
    if (known !== undefined) return known
    const definition = this.#definitions.get(name)
    if (definition === undefined) throw new GrammarRefusal(`uses the rule \`${name}\`, which it doesn't define`)
    const rule: Rule = { kind: 'rule', name, body: IMPOSSIBLE }
    this.#rules.set(name, rule)
    this.#unmade.push({ rule, definition })
    return rule
  }

  #part(expression: Expression): GrammarPart {
    const part = this.#parts.get(expression) ?? this.#make(expression)
    this.#parts.set(expression, part)
    return part
  }

  #make(expression: Expression): GrammarPart {
    switch (expression.kind) {
      case 'name':
        return this.#named(expression.name)
      case 'sequence':
        return inOrder(expression.parts.map((part) => this.#part(part)))
      case 'either':
        return alternatives(expression.parts.map((part) => this.#part(part)))
      case 'repeat':
        return repeat(this.#part(expression.part), expression.min, expression.max)
      default:
        return this.#lexeme(expression)
    }
  }

  /** A terminal and what may follow it. */
  #lexeme(expression: Expression): GrammarPart {
    const key = JSON.stringify(expression)
    const lexeme = this.#lexemes.get(key) ?? sequence(this.#spelled(expression), this.#gap)
    this.#lexemes.set(key, lexeme)
    return lexeme
  }

  #spelled(expression: Expression): GrammarPart {
    if (expression.kind === 'text' && !expression.caseless) return this.#spelling.literal(expression.text)
    return partOf(this.#terminals.automaton(expression), this.#spelling.characters)
  }
}
