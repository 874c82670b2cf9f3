import { type JinjaError, syntaxError } from './errors.ts'
import type { Token } from './lexer.ts'

/** Tokens, read from front to back. */
export class TokenStream {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  /** The one that comes next; `undefined` at the end. */
  get next(): Token | undefined {
    return this.#tokens[this.#at]
  }

  get line(): number {
    return (this.next ?? this.#tokens.at(-1))?.line ?? 1
  }

  /** Line of the last one taken. */
  get lineBefore(): number {
    return this.#tokens[this.#at - 1]?.line ?? 1
  }

  take(): Token {
    const token = this.next
    if (!token) throw syntaxError(this.line, 'the template ends too early.')
    this.#at++
    return token
  }

  /** Is the next one an operator or name of this spelling? */
  is(value: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead]
    return token?.value === value && (token.kind === 'operator' || token.kind === 'name')
  }

  /** Takes it when it is. */
  skip(value: string): boolean {
    const found = this.is(value)
    if (found) this.#at++
    return found
  }

  expect(value: string): void {
    if (!this.skip(value)) throw this.unexpected(`\`${value}\``)
  }

  expectKind(kind: Token['kind'], wanted: string): Token {
    if (this.next?.kind !== kind) throw this.unexpected(wanted)
    return this.take()
  }

  /** The statement that begins here, unless its name is none of these. */
  isStatement(names: readonly string[]): boolean {
    const name = this.#tokens[this.#at + 1]
    return this.next?.kind === 'begin' && name?.kind === 'name' && names.includes(name.value)
  }

  unexpected(wanted: string): JinjaError {
    const found = this.next ? `\`${this.next.value}\`` : 'the end of the template'
    return syntaxError(this.line, `${wanted} was expected, not ${found}.`)
  }
}
