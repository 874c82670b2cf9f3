import { GrammarRefusal } from '../refusal.ts'
import { COMMON } from './common.ts'
import { unescaped } from './escapes.ts'
import type { Expression, LarkGrammar } from './syntax.ts'

/** Groups within groups. */
const MAX_NESTING = 100

const NAME = /_?(?:[a-z](?:[a-z0-9_]|-(?!>))*|[A-Z][A-Z0-9_]*)(?![a-zA-Z0-9_])/y
const STRING = /"((?:\\[^\n]|[^"\\\n])*)"(i?)/y
/** What llguidance and Lark know and is left out here, by its first sign where an expression is expected. */
const FOREIGN: Readonly<Record<string, string>> = {
  '<': 'a special token',
  '@': 'a reference to another grammar',
  '~': 'a negation',
  '&': 'an intersection',
  '%': 'a nested grammar or schema',
  '{': 'a template',
}

/**
 * Reads a grammar in Lark's notation, as far as OpenAI's custom tools document it and llguidance reads it. Throws a
 * GrammarRefusal, with the line, for what can't be read or isn't supported.
 */
export function readLark(source: string): LarkGrammar {
  return new LarkReader(source).grammar()
}

class LarkReader {
  readonly #source: string
  readonly #definitions = new Map<string, Expression>()
  readonly #ignored: Expression[] = []
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  grammar(): LarkGrammar {
    for (this.#skip(true); this.#at < this.#source.length; this.#skip(true)) {
      if (this.#match(/%/y) === null) this.#definition()
      else this.#statement()
      this.#skip(false)
      if (this.#at < this.#source.length && this.#match(/\n/y) === null) this.#fail('the end of the line is expected')
    }
    return { definitions: this.#definitions, ignored: this.#ignored }
  }

  #statement(): void {
    const keyword = this.#match(/[a-z]+/y)
    this.#skip(false)
    if (keyword === 'ignore') this.#ignored.push(this.#alternatives(0))
    else if (keyword === 'import') this.#import()
    else this.#unsupported(`\`%${keyword ?? ''}\``)
  }

  /** `common.A`, `common.A -> B` or `common (A, B)`. */
  #import(): void {
    const library = this.#match(/[.\w]*\w(?=\s*[.(])/y)
    if (library === 'common' && this.#match(/\s*\(/y) !== null) {
      for (const name of (this.#match(/[^)\n]*/y) ?? '').split(',')) this.#define(name.trim(), imported(name.trim()))
      if (this.#match(/\)/y) === null) this.#fail('`)` is expected')
      return
    }
    const [, name, alias] = this.#groups(/\.(\w+)(?:[ \t]*->[ \t]*(\w+))?/y) ?? []
    if (library !== 'common' || name === undefined) this.#unsupported('an import from elsewhere than `common`')
    this.#define(alias ?? name, imported(name))
  }

  #definition(): void {
    this.#match(/[!?]{1,2}/y)
    const name = this.#match(NAME) ?? this.#fail('a rule or a terminal is expected')
    const extra = this.#match(/\.\d|[{[]/y)
    if (extra === '{') this.#unsupported('a template')
    if (extra === '[') this.#unsupported('an attribute')
    if (extra !== null) this.#unsupported('a priority')
    this.#skip(false)
    if (this.#match(/:/y) === null) this.#fail('`:` is expected')
    this.#define(name, this.#alternatives(0))
  }

  #define(name: string, expression: Expression): void {
    if (this.#definitions.has(name)) throw new GrammarRefusal(`defines \`${name}\` twice`)
    this.#definitions.set(name, expression)
  }

  #alternatives(nesting: number): Expression {
    if (nesting > MAX_NESTING) throw new GrammarRefusal(`nests more than ${MAX_NESTING} groups`)
    const parts = [this.#sequence(nesting)]
    // Alternatives may begin on lines of their own.
    while (this.#match(/(?:\s|(?:\/\/|#)[^\n]*(?=\n|$))*\|/y) !== null) parts.push(this.#sequence(nesting))
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'either', parts }
  }

  #sequence(nesting: number): Expression {
    const parts: Expression[] = []
    this.#skip(nesting > 0)
    for (let part = this.#atom(nesting); part !== null; part = this.#atom(nesting)) {
      parts.push(this.#repeated(part))
      this.#skip(nesting > 0)
    }
    // An alias names a node of a syntax tree, and no text.
    if (this.#match(/->\s*/y) !== null && this.#match(NAME) === null) this.#fail('the name of an alias is expected')
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts }
  }

  #repeated(part: Expression): Expression {
    const sign = this.#match(/[?*+]/y)
    if (sign !== null) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : null }
    const counts =
      this.#groups(/[ \t]*~[ \t]*(\d{1,9})(\.\.(\d{1,9}))?/y) ??
      this.#groups(/\{[ \t]*(\d{0,9})[ \t]*(,[ \t]*(\d{0,9})[ \t]*)?\}/y)
    if (counts === null) return part
    const [, min = '', more, max = ''] = counts
    if (min === '' && max === '') this.#fail('a count is expected')
    return { kind: 'repeat', part, min: Number(min), max: more === undefined ? Number(min) : max ? Number(max) : null }
  }

  /** What stands for itself; `null` where there is no more of it. */
  #atom(nesting: number): Expression | null {
    const name = this.#match(NAME)
    if (name !== null) return { kind: 'name', name }
    const text = this.#text()
    if (text !== null) return text
    const regex = this.#groups(/\/(?!\/)((?:\\[^\n]|[^/\\\n])+)\/([a-z]*)/y)
    if (regex !== null) return { kind: 'regex', source: regex[1] ?? '', flags: regex[2] ?? '' }
    const bracket = this.#match(/[([]/y)
    if (bracket !== null) return this.#group(nesting + 1, bracket === '[')
    const foreign = FOREIGN[this.#source.charAt(this.#at)]
    if (foreign !== undefined) this.#unsupported(foreign)
    return null
  }

  #text(): Expression | null {
    const first = this.#groups(STRING)
    if (first === null) return null
    const text = this.#unescaped(first[1] ?? '')
    if (this.#match(/[ \t]*\.\.[ \t]*/y) === null) return { kind: 'text', text, caseless: first[2] === 'i' }
    const last = this.#unescaped((this.#groups(STRING) ?? this.#fail('a character is expected'))[1] ?? '')
    const [from, to] = [text, last].map((one) => ([...one].length === 1 ? (one.codePointAt(0) ?? 0) : -1))
    if (from === undefined || to === undefined || from < 0 || to < from) this.#fail('a range needs two characters')
    return { kind: 'range', first: from, last: to }
  }

  #unescaped(text: string): string {
    return unescaped(text) ?? this.#fail(`an escape in ${JSON.stringify(text.slice(0, 40))} is unknown`)
  }

  #group(nesting: number, optional: boolean): Expression {
    const part = this.#alternatives(nesting)
    this.#skip(true)
    if (this.#match(optional ? /\]/y : /\)/y) === null) this.#fail(`\`${optional ? ']' : ')'}\` is expected`)
    return optional ? { kind: 'repeat', part, min: 0, max: 1 } : part
  }

  #match(pattern: RegExp): string | null {
    return this.#groups(pattern)?.[0] ?? null
  }

  #groups(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    this.#at += found?.[0].length ?? 0
    return found
  }

  /** White space and comments. */
  #skip(lines: boolean): void {
    this.#match(lines ? /(?:\s|(?:\/\/|#)[^\n]*(?=\n|$))*/y : /(?:[^\S\n]|(?:\/\/|#)[^\n]*(?=\n|$))*/y)
  }

  #unsupported(what: string): never {
    throw new GrammarRefusal(`has ${what} in line ${this.#line()}, which is not supported`)
  }

  #fail(complaint: string): never {
    const rest = this.#source.slice(this.#at, this.#at + 30).split('\n')[0] ?? ''
    const place = rest === '' ? '' : ` at ${JSON.stringify(rest)}`
    throw new GrammarRefusal(`can't be read: in line ${this.#line()}, ${complaint}${place}`)
  }

  #line(): number {
    return this.#source.slice(0, this.#at).split('\n').length
  }
}

function imported(name: string): Expression {
  const source = Object.hasOwn(COMMON, name) ? COMMON[name] : undefined
  if (source === undefined) throw new GrammarRefusal(`imports \`common.${name.slice(0, 40)}\`, which is not known`)
  return { kind: 'regex', source, flags: '' }
}
