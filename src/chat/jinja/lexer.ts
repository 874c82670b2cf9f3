import { syntaxError } from './errors.ts'
import { SPACES_BEFORE, stripEnd } from './whitespace.ts'

export interface Token {
  /** `begin` and `end` are those of a statement; what stands between braces arrives as `open`, its tokens, `close`. */
  readonly kind: 'text' | 'begin' | 'end' | 'open' | 'close' | 'name' | 'string' | 'integer' | 'float' | 'operator'
  /** A string literal's is decoded. */
  readonly value: string
  readonly line: number
}

const TAG = /\{%|\{\{|\{#/g
const RAW_BEGIN = /\{%[-+]?\s*raw\s*(-?)%\}/y
const RAW_END = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g
const WORD =
  /(?<float>(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?[eE][+-]?\d+|\.(?:\d+_)*\d+))|(?<integer>0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:\d+_)*\d+)|(?<name>[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_]*)|(?<string>'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*")|(?<operator>\/\/|\*\*|[=!<>]=|[-+/*%~[\](){}<>=.:|,])/suy

/**
 * Tokens of a template's source, with transformers' settings: `trim_blocks` (the newline after a statement or comment
 * goes) and `lstrip_blocks` (so does the white space before it on its line). Throws a JinjaError that names the line.
 */
export function tokenize(template: string): Token[] {
  return new Lexer(template.replace(/\r\n?/g, '\n').replace(/\n$/, '')).run()
}

class Lexer {
  readonly #source: string
  readonly #tokens: Token[] = []
  #at = 0
  #counted = 0
  #lines = 1

  constructor(source: string) {
    this.#source = source
  }

  run(): Token[] {
    while (this.#at < this.#source.length) {
      TAG.lastIndex = this.#at
      const tag = TAG.exec(this.#source)
      const end = tag?.index ?? this.#source.length
      this.#text(this.#at, end)
      this.#at = end
      if (tag) this.#tag(tag[0])
    }
    return this.#tokens
  }

  #tag(opening: string): void {
    RAW_BEGIN.lastIndex = this.#at
    const raw = RAW_BEGIN.exec(this.#source)
    if (opening === '{#') this.#comment()
    else if (raw) this.#raw(raw)
    else this.#code(opening)
  }

  #code(opening: string): void {
    const statement = opening === '{%'
    this.#push(statement ? 'begin' : 'open', opening)
    this.#at += 2
    if (this.#source[this.#at] === '-' || this.#source[this.#at] === '+') this.#at++
    this.#inside(statement)
  }

  /** The text up to a tag, as the tag's own sign and its line want it trimmed. */
  #text(start: number, end: number): void {
    const raw = this.#source.slice(start, end)
    const sign = this.#source[end + 2]
    let text = raw
    if (end < this.#source.length) {
      if (sign === '-') text = stripEnd(raw)
      else if (sign !== '+' && this.#source[end + 1] !== '{') text = this.#withoutIndent(raw, start)
    }
    this.#push('text', text, start)
  }

  #withoutIndent(text: string, start: number): string {
    const lineStart = text.lastIndexOf('\n') + 1
    const startsLine = lineStart > 0 || start === 0 || this.#source[start - 1] === '\n'
    return startsLine && text.slice(lineStart).trim() === '' ? text.slice(0, lineStart) : text
  }

  #comment(): void {
    const end = this.#source.indexOf('#}', this.#at + 2)
    if (end === -1) throw syntaxError(this.#line(), 'a comment is not closed.')
    const sign = end > this.#at + 2 ? this.#source[end - 1] : undefined
    this.#at = end + 2
    this.#afterTag(sign)
  }

  #raw([opening, sign]: RegExpExecArray): void {
    const line = this.#line()
    this.#at += opening.length
    this.#afterTag(sign)
    RAW_END.lastIndex = this.#at
    const closing = RAW_END.exec(this.#source)
    if (!closing) throw syntaxError(line, '`raw` is not closed.')
    this.#text(this.#at, closing.index)
    this.#at = RAW_END.lastIndex
    this.#afterTag(closing[2])
  }

  /** Tokens of a statement or an output, to its end. Braces inside are its own as long as they are open. */
  #inside(statement: boolean): void {
    const closing = statement ? '%}' : '}}'
    const line = this.#line()
    const open: string[] = []
    while (true) {
      this.#skipSpaces()
      if (this.#at >= this.#source.length) throw syntaxError(line, `${statement ? '`{%`' : '`{{`'} is not closed.`)
      const sign = /[-+]/.exec(this.#source[this.#at] ?? '')?.[0]
      const length = sign === undefined ? 0 : 1
      if (open.length === 0 && this.#source.startsWith(closing, this.#at + length)) {
        this.#push(statement ? 'end' : 'close', closing)
        this.#at += length + 2
        if (statement) this.#afterTag(sign)
        else if (sign === '-') this.#skipSpaces()
        return
      }
      this.#word(open)
    }
  }

  #word(open: string[]): void {
    WORD.lastIndex = this.#at
    const groups = WORD.exec(this.#source)?.groups
    if (!groups) throw syntaxError(this.#line(), `unexpected character \`${this.#source[this.#at]}\`.`)
    const [kind, value] = Object.entries(groups).find(([, text]) => text !== undefined) ?? ['operator', '']
    if ('([{'.includes(value)) open.push(value)
    if (')]}'.includes(value) && PAIRS[open.pop() ?? ''] !== value) {
      throw syntaxError(this.#line(), `unexpected \`${value}\`.`)
    }
    this.#push(kind as Token['kind'], kind === 'string' ? decodeString(value.slice(1, -1)) : value)
    this.#at += value.length
  }

  #afterTag(sign: string | undefined): void {
    if (sign === '-') this.#skipSpaces()
    else if (sign !== '+' && this.#source[this.#at] === '\n') this.#at++
  }

  #skipSpaces(): void {
    SPACES_BEFORE.lastIndex = this.#at
    this.#at += SPACES_BEFORE.exec(this.#source)?.[0].length ?? 0
  }

  #push(kind: Token['kind'], value: string, at = this.#at): void {
    if (kind !== 'text' || value !== '') this.#tokens.push({ kind, value, line: this.#line(at) })
  }

  /** Of a place that is never before the one asked for last. */
  #line(at = this.#at): number {
    for (; this.#counted < at; this.#counted++) if (this.#source[this.#counted] === '\n') this.#lines++
    return this.#lines
  }
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  "'": "'",
  '"': '"',
  '\\': '\\',
  '\n': '',
}

/** Python's escapes; one that it doesn't know stays as it is, backslash included. */
function decodeString(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|(.))/gs,
    (whole, x?: string, u?: string, U?: string, octal?: string, char = '') => {
      const hex = x ?? u ?? U
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
      return ESCAPES[char] ?? whole
    },
  )
}
