import { ALL, complement, type Ranges, rangesOf } from './automaton/ranges.ts'
import { alternatives } from './factor.ts'
import { LIMITS } from './limits.ts'
import { escapeAt } from './notation.ts'
import { characters, type GrammarPart, IMPOSSIBLE, inOrder, literal, type Rule, repeat } from './part.ts'
import { GrammarRefusal } from './refusal.ts'
import { sound } from './sound.ts'

/** Groups within groups. */
const MAX_NESTING = 100

/**
 * Reads a grammar in llama.cpp's notation; its start rule is `root`. Throws a GrammarRefusal, with the line, for what
 * llama.cpp would refuse or never come to an end with.
 */
export function readGbnf(source: string): GrammarPart {
  if (source.length > LIMITS.userGrammarLength) {
    throw new GrammarRefusal(`is longer than ${LIMITS.userGrammarLength} characters`)
  }
  const rules = new GbnfReader(source).rules()
  const root = rules.get('root')
  if (root === undefined) throw new GrammarRefusal('has no rule named `root`')
  return sound(root)
}

class GbnfReader {
  readonly #source: string
  readonly #rules = new Map<string, Rule>()
  readonly #defined = new Set<string>()
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  rules(): ReadonlyMap<string, Rule> {
    this.#skip(true)
    while (this.#at < this.#source.length) this.#definition()
    for (const name of this.#rules.keys()) {
      if (!this.#defined.has(name)) throw new GrammarRefusal(`uses the rule \`${name}\`, which it doesn't define`)
    }
    return this.#rules
  }

  #definition(): void {
    const name = this.#match(/[a-zA-Z0-9-]+/y) ?? this.#fail('a rule is expected')
    this.#skip(false)
    if (this.#match(/::=/y) === null) this.#fail('`::=` is expected')
    this.#skip(true)
    this.#ruleNamed(name).body = this.#alternatives(0)
    this.#defined.add(name)
    if (this.#at < this.#source.length && this.#match(/\r\n|\r|\n/y) === null)
      this.#fail('the end of the rule is expected')
    this.#skip(true)
  }

  #alternatives(nesting: number): GrammarPart {
    if (nesting > MAX_NESTING) throw new GrammarRefusal(`nests more than ${MAX_NESTING} groups`)
    const parts = [this.#sequence(nesting)]
    while (this.#match(/\|/y) !== null) {
      this.#skip(true)
      parts.push(this.#sequence(nesting))
    }
    return alternatives(parts)
  }

  #sequence(nesting: number): GrammarPart {
    const parts: GrammarPart[] = []
    for (let symbol = this.#symbol(nesting); symbol !== null; symbol = this.#symbol(nesting)) {
      this.#skip(nesting > 0)
      parts.push(this.#repeated(symbol, nesting))
    }
    return inOrder(parts)
  }

  #repeated(symbol: GrammarPart, nesting: number): GrammarPart {
    let part = symbol
    for (let counts = this.#quantifier(nesting); counts !== null; counts = this.#quantifier(nesting)) {
      part = repeat(part, counts.min, counts.max)
    }
    return part
  }

  #quantifier(nesting: number): { readonly min: number; readonly max: number | null } | null {
    const sign = this.#match(/[*+?]|\{\s*\d{1,9}\s*(?:,\s*(?:\d{1,9})?\s*)?\}/y)
    if (sign === null) return null
    this.#skip(nesting > 0)
    if (sign === '*') return { min: 0, max: null }
    if (sign === '+') return { min: 1, max: null }
    if (sign === '?') return { min: 0, max: 1 }
    const [min = '', max] = sign.replace(/[{}\s]/g, '').split(',')
    return { min: Number(min), max: max === undefined ? Number(min) : max === '' ? null : Number(max) }
  }

  /** What stands for itself; `null` where there is no more of it. */
  #symbol(nesting: number): GrammarPart | null {
    const name = this.#match(/[a-zA-Z0-9-]+/y)
    if (name !== null) return this.#ruleNamed(name)
    const notation = this.#match(/!?<[^>\n]+>/y)
    if (notation !== null) return { kind: 'token', notation }
    switch (this.#match(/["[(.]/y)) {
      case '"':
        return this.#literal()
      case '[':
        return characters(this.#class())
      case '.':
        return characters(ALL)
      case '(':
        return this.#group(nesting + 1)
      default:
        return null
    }
  }

  #group(nesting: number): GrammarPart {
    this.#skip(true)
    const part = this.#alternatives(nesting)
    if (this.#match(/\)/y) === null) this.#fail('`)` is expected')
    return part
  }

  #literal(): GrammarPart {
    let text = ''
    while (this.#match(/"/y) === null) text += String.fromCodePoint(this.#character())
    return literal(text)
  }

  #class(): Ranges {
    const negated = this.#match(/\^/y) !== null
    const ranges: [number, number][] = []
    while (this.#match(/\]/y) === null) {
      const first = this.#character()
      const isRange = this.#match(/-(?!\])/y) !== null
      ranges.push([first, isRange ? this.#character() : first])
    }
    const set = rangesOf(ranges.filter(([first, last]) => first <= last))
    return negated ? complement(set) : set
  }

  #character(): number {
    const found = escapeAt(this.#source, this.#at)
    if (found === null) this.#fail(this.#at < this.#source.length ? 'this escape is unknown' : 'the grammar breaks off')
    this.#at += found.length
    return found.codePoint
  }

  #ruleNamed(name: string): Rule {
    const known = this.#rules.get(name)
    if (known !== undefined) return known
    const rule: Rule = { kind: 'rule', name, body: IMPOSSIBLE }
    this.#rules.set(name, rule)
    return rule
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)?.[0] ?? null
    this.#at += found?.length ?? 0
    return found
  }

  /** White space and comments. */
  #skip(lines: boolean): void {
    this.#match(lines ? /(?:[ \t\r\n]|#[^\r\n]*)*/y : /(?:[ \t]|#[^\r\n]*)*/y)
  }

  #fail(complaint: string): never {
    const line = this.#source.slice(0, this.#at).split('\n').length
    const rest = this.#source.slice(this.#at, this.#at + 30).split('\n')[0] ?? ''
    throw new GrammarRefusal(
      `can't be read: in line ${line}, ${complaint}${rest === '' ? '' : ` at ${JSON.stringify(rest)}`}`,
    )
  }
}
