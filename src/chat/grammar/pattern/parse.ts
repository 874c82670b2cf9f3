import { complement, type Ranges, rangesOf } from '../automaton/ranges.ts'
import { LIMITS } from '../limits.ts'
import { GrammarRefusal } from '../refusal.ts'
import { CLASS_ESCAPES, DOT, unicodeProperty } from './classes.ts'
import type { Pattern } from './syntax.ts'

/** Groups within groups. */
const MAX_NESTING = 50

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

/** Where languages of regular expressions differ, for one whole match. */
export interface PatternDialect {
  /** What `.` matches. */
  readonly dot: Ranges
  /** Whether a quantifier may be lazy, which makes no difference to what is matched as a whole. */
  readonly lazy: boolean
}

export const ECMASCRIPT: PatternDialect = { dot: DOT, lazy: true }

/**
 * Parses a regular expression of ECMAScript, by code points as with the flag `u`. Throws a GrammarRefusal for what
 * isn't one, and for what isn't regular or isn't known here: back references, lookbehind, word boundaries.
 */
export function parsePattern(source: string, dialect: PatternDialect = ECMASCRIPT): Pattern {
  if (source.length > LIMITS.patternLength)
    throw new GrammarRefusal(`is longer than ${LIMITS.patternLength} characters`)
  try {
    new RegExp(source, source.includes('\\p') || source.includes('\\P') || source.includes('\\u{') ? 'u' : '')
  } catch (error) {
    throw new GrammarRefusal(`is no regular expression: ${error instanceof Error ? error.message : String(error)}`)
  }
  return new PatternParser(source, dialect).whole()
}

class PatternParser {
  readonly #characters: readonly string[]
  readonly #dialect: PatternDialect
  #at = 0
  #nesting = 0

  constructor(source: string, dialect: PatternDialect) {
    this.#characters = [...source]
    this.#dialect = dialect
  }

  whole(): Pattern {
    const pattern = this.#either()
    if (this.#at < this.#characters.length) throw new GrammarRefusal('has a parenthesis too many')
    return pattern
  }

  #peek(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? ''
  }

  #take(): string {
    return this.#characters[this.#at++] ?? ''
  }

  #takeIf(text: string): boolean {
    const found = [...text].every((character, index) => this.#peek(index) === character)
    if (found) this.#at += [...text].length
    return found
  }

  #either(): Pattern {
    if (++this.#nesting > MAX_NESTING) throw new GrammarRefusal(`nests more than ${MAX_NESTING} groups`)
    const parts = [this.#sequence()]
    while (this.#takeIf('|')) parts.push(this.#sequence())
    this.#nesting--
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'either', parts }
  }

  #sequence(): Pattern {
    const parts: Pattern[] = []
    while (this.#peek() !== '' && this.#peek() !== '|' && this.#peek() !== ')') parts.push(this.#quantified())
    return { kind: 'sequence', parts }
  }

  #quantified(): Pattern {
    const part = this.#atom()
    const counts = this.#quantifier()
    if (counts === null) return part
    if (this.#takeIf('?') && !this.#dialect.lazy) throw new GrammarRefusal('has a lazy quantifier')
    return { kind: 'repeat', part, ...counts }
  }

  #quantifier(): { readonly min: number; readonly max: number | null } | null {
    if (this.#takeIf('*')) return { min: 0, max: null }
    if (this.#takeIf('+')) return { min: 1, max: null }
    if (this.#takeIf('?')) return { min: 0, max: 1 }
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(this.#characters.slice(this.#at, this.#at + 30).join(''))
    if (braces === null) return null
    this.#at += braces[0].length
    const min = Number(braces[1])
    return { min, max: braces[2] === undefined ? min : braces[3] ? Number(braces[3]) : null }
  }

  #atom(): Pattern {
    const character = this.#take()
    switch (character) {
      case '^':
        return { kind: 'start' }
      case '$':
        return { kind: 'end' }
      case '.':
        return { kind: 'set', ranges: this.#dialect.dot }
      case '(':
        return this.#group()
      case '[':
        return { kind: 'set', ranges: this.#characterClass() }
      case '\\':
        return { kind: 'set', ranges: this.#escape(false) }
      default:
        return { kind: 'set', ranges: just(character) }
    }
  }

  #group(): Pattern {
    const ahead = this.#peek() === '?' && (this.#peek(1) === '=' || this.#peek(1) === '!')
    if (this.#peek() === '?' && !ahead) this.#groupKind()
    const negative = ahead && this.#peek(1) === '!'
    if (ahead) this.#at += 2
    const part = this.#either()
    if (!this.#takeIf(')')) throw new GrammarRefusal('has a parenthesis that is not closed')
    return ahead ? { kind: 'ahead', part, negative } : part
  }

  #groupKind(): void {
    if (this.#takeIf('?:')) return
    const named = /^\?<[\p{ID_Start}$_][\p{ID_Continue}$]*>/u.exec(
      this.#characters.slice(this.#at, this.#at + 200).join(''),
    )
    if (named === null) throw new GrammarRefusal('has a lookbehind or a group of a kind not known here')
    this.#at += [...named[0]].length
  }

  #characterClass(): Ranges {
    const negated = this.#takeIf('^')
    const sets: Ranges[] = []
    while (!this.#takeIf(']')) {
      const first = this.#classMember()
      const dash = this.#peek() === '-' && this.#peek(1) !== ']' && this.#peek(1) !== ''
      if (!dash || single(first) === null) {
        sets.push(first)
        continue
      }
      this.#at++
      const last = this.#classMember()
      const [from, to] = [single(first), single(last)]
      if (from !== null && to !== null) sets.push([[from, to]])
      else sets.push(first, just('-'), last)
    }
    const set = rangesOf(sets.flat())
    return negated ? complement(set) : set
  }

  #classMember(): Ranges {
    const character = this.#take()
    return character === '\\' ? this.#escape(true) : just(character)
  }

  #escape(inClass: boolean): Ranges {
    const character = this.#take()
    const known = CLASS_ESCAPES[character]
    if (known !== undefined) return known
    const control = CONTROL_ESCAPES[character]
    if (control !== undefined && !(character === '0' && /\d/.test(this.#peek()))) return [[control, control]]
    if (character === 'b' && inClass) return [[8, 8]]
    if (character === 'p' || character === 'P') return this.#property(character === 'P')
    if (character === 'x') return this.#hex(/^[0-9a-fA-F]{2}/)
    if (character === 'u') return this.#hex(/^(?:[0-9a-fA-F]{4}|\{[0-9a-fA-F]+\})/)
    if (character === 'c') {
      const code = this.#take().charCodeAt(0) % 32
      return [[code, code]]
    }
    if (character === 'b' || character === 'B') throw new GrammarRefusal('has a word boundary')
    if (/[0-9k]/.test(character)) throw new GrammarRefusal('has a back reference')
    if (/[a-zA-Z]/.test(character)) throw new GrammarRefusal(`has the unknown escape \\${character}`)
    return just(character)
  }

  #property(negated: boolean): Ranges {
    const name = /^\{([\w=]+)\}/.exec(this.#characters.slice(this.#at, this.#at + 80).join(''))
    if (name === null) throw new GrammarRefusal('has a Unicode property that is not named')
    this.#at += name[0].length
    const ranges = unicodeProperty(name[1] ?? '')
    return negated ? complement(ranges) : ranges
  }

  #hex(form: RegExp): Ranges {
    const digits = form.exec(this.#characters.slice(this.#at, this.#at + 12).join(''))
    if (digits === null) throw new GrammarRefusal('has an escape that is not complete')
    this.#at += digits[0].length
    let codePoint = Number.parseInt(digits[0].replace(/[{}]/g, ''), 16)
    if (codePoint >= 0xd800 && codePoint < 0xdc00) {
      const low = /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(this.#characters.slice(this.#at, this.#at + 6).join(''))
      if (low === null) throw new GrammarRefusal('has half of a surrogate pair')
      this.#at += 6
      codePoint = 0x10000 + (codePoint - 0xd800) * 0x400 + (Number.parseInt(low[1] ?? '', 16) - 0xdc00)
    }
    return [[codePoint, codePoint]]
  }
}

function just(character: string): Ranges {
  const codePoint = character.codePointAt(0)
  return codePoint === undefined ? [] : [[codePoint, codePoint]]
}

/** The one code point of a set that has one. */
function single(ranges: Ranges): number | null {
  const [only] = ranges
  return ranges.length === 1 && only !== undefined && only[0] === only[1] ? only[0] : null
}
