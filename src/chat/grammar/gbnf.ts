import { TrivetError } from '../../core/errors.ts'
import { beginningWays } from './left-recursion.ts'
import { LIMITS } from './limits.ts'
import { characterClass, quoted } from './notation.ts'
import type { Choice, GrammarPart, Repeat, Sequence } from './part.ts'
import { possibleParts } from './possible.ts'
import { occurrences } from './walk.ts'

/** Parts that are one symbol where they are used. */
const SYMBOLS: readonly GrammarPart['kind'][] = ['literal', 'characters', 'token', 'rule']

/** Deeper nesting is broken into rules, so that no reader's stack depends on the grammar. */
const MAX_NESTING = 8

/**
 * The grammar in llama.cpp's notation; its start rule is `root`. What no finite text fits is left out of it: see
 * `possibleParts`. The part must have some text (`isSatisfiable`). Throws `invalid_value` when the grammar is of a size
 * at which engines crash or hang, such as a schema of thousands of members makes.
 */
export function toGbnf(root: GrammarPart): string {
  const grammar = new GbnfWriter(root).write()
  if (grammar !== null && beginningWays(root) <= LIMITS.beginningWays) return grammar
  throw new TrivetError('invalid_value', { reason: 'What the answer must look like makes too large a grammar.' })
}

class GbnfWriter {
  readonly #root: GrammarPart
  readonly #possible: ReadonlySet<GrammarPart>
  readonly #uses: ReadonlyMap<GrammarPart, number>
  readonly #names = new Map<GrammarPart, string>()
  readonly #taken = new Set(['root'])
  readonly #unwritten: GrammarPart[] = []

  constructor(root: GrammarPart) {
    this.#root = root
    this.#possible = possibleParts(root)
    this.#uses = occurrences(root)
  }

  /** `null`: it is too large. */
  write(): string | null {
    const lines = [`root ::= ${this.#body(this.#root)}`]
    let length = 0
    for (let at = 0; at < this.#unwritten.length; at++) {
      const part = this.#unwritten[at] ?? this.#root
      const line = `${this.#names.get(part)} ::= ${this.#body(part)}`
      length += line.length + 1
      if (length > LIMITS.gbnfLength) return null
      lines.push(line)
    }
    return `${lines.join('\n')}\n`
  }

  /** What stands to the right of a rule's name. */
  #body(part: GrammarPart): string {
    const text = part.kind === 'rule' ? this.#text(part.body, 0, false) : this.#definition(part, 0, false)
    return text === '' ? '""' : text
  }

  /** The part where it is used: its name if it has or deserves one, else what it is made of. */
  #text(part: GrammarPart, depth: number, inSequence: boolean): string {
    if (part.kind === 'literal' || part.kind === 'characters' || part.kind === 'token') {
      return this.#definition(part, depth, inSequence)
    }
    const empty = part.kind === 'sequence' && part.parts.length === 0
    const shared = (this.#uses.get(part) ?? 0) > 1 && !empty
    if (part.kind === 'rule' || shared || depth > MAX_NESTING) return this.#nameOf(part)
    return this.#definition(part, depth, inSequence)
  }

  #definition(part: GrammarPart, depth: number, inSequence: boolean): string {
    switch (part.kind) {
      case 'literal':
        return quoted(part.text)
      case 'characters':
        return characterClass(part.ranges)
      case 'token':
        return part.notation
      case 'rule':
        return this.#nameOf(part)
      case 'sequence':
        return this.#sequence(part, depth)
      case 'choice':
        return this.#choice(part, depth, inSequence)
      case 'repeat':
        return this.#repeat(part, depth)
    }
  }

  #sequence({ parts }: Sequence, depth: number): string {
    if (parts.length === 0) return '""'
    return parts.map((part) => this.#text(part, depth + 1, true)).join(' ')
  }

  #choice({ parts }: Choice, depth: number, inSequence: boolean): string {
    const possible = parts.filter((part) => this.#possible.has(part))
    const full = possible.filter((part) => part.kind !== 'sequence' || part.parts.length > 0)
    const text = full.map((part) => this.#text(part, depth + 1, false)).join(' | ')
    if (full.length < possible.length) {
      const [only] = full
      if (only === undefined) return '""'
      return full.length === 1 && SYMBOLS.includes(only.kind) ? `${text}?` : `(${text})?`
    }
    return inSequence && full.length > 1 ? `(${text})` : text
  }

  /** llama.cpp multiplies the rules of a repeated group, so whatever is more than one symbol is a rule first. */
  #repeat({ part, min, max }: Repeat, depth: number): string {
    if (!this.#possible.has(part)) return '""'
    const single = part.kind === 'characters' || part.kind === 'token'
    const symbol = single ? this.#text(part, depth, true) : this.#nameOf(part)
    return `${symbol}${quantifier(min, max)}`
  }

  #nameOf(part: GrammarPart): string {
    const known = this.#names.get(part)
    if (known !== undefined) return known
    if (part === this.#root && part.kind === 'rule') {
      this.#names.set(part, 'root')
      return 'root'
    }
    const base = part.kind === 'rule' ? part.name.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 40) || 'rule' : 'part'
    let name = base
    for (let number = this.#taken.size; this.#taken.has(name); number++) name = `${base}-${number}`
    this.#taken.add(name)
    this.#names.set(part, name)
    this.#unwritten.push(part)
    return name
  }
}

function quantifier(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}
