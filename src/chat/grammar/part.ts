import { counted } from './count.ts'
import { alternatives } from './factor.ts'

/**
 * A language of texts, as an immutable tree. Parts are values: they are put together in any way and as often as one
 * likes, and names are only given when `toGbnf` writes them. A part used in several places is written once.
 */
export type GrammarPart = Literal | Characters | Sequence | Choice | Repeat | Rule | TokenPart

/** Exactly this text. */
export interface Literal {
  readonly kind: 'literal'
  readonly text: string
}

/** One code point out of these ranges, which are inclusive, sorted and apart. */
export interface Characters {
  readonly kind: 'characters'
  readonly ranges: readonly CodePointRange[]
}

export type CodePointRange = readonly [first: number, last: number]

export interface Sequence {
  readonly kind: 'sequence'
  readonly parts: readonly GrammarPart[]
}

/** Any of the parts; of none, no text at all, not even the empty one. */
export interface Choice {
  readonly kind: 'choice'
  readonly parts: readonly GrammarPart[]
}

/** The part so often in a row; `max: null` has no limit. */
export interface Repeat {
  readonly kind: 'repeat'
  readonly part: GrammarPart
  readonly min: number
  readonly max: number | null
}

/** A part with a name, which may contain itself. Its body is set once, by `rule` or by whoever ties the knot. */
export interface Rule {
  readonly kind: 'rule'
  readonly name: string
  body: GrammarPart
}

/** llama.cpp's own notation for a token, such as `<[1000]>` or `!<think>`; only grammars written by users have it. */
export interface TokenPart {
  readonly kind: 'token'
  readonly notation: string
}

/** The empty text. */
export const NOTHING_MORE: GrammarPart = { kind: 'sequence', parts: [] }

/** No text fits. A sequence with it in it is impossible as a whole; a choice does without it. */
export const IMPOSSIBLE: GrammarPart = { kind: 'choice', parts: [] }

export function literal(text: string): GrammarPart {
  return text === '' ? NOTHING_MORE : { kind: 'literal', text }
}

/** @param ranges inclusive, sorted and apart */
export function characters(ranges: readonly CodePointRange[]): GrammarPart {
  return ranges.length === 0 ? IMPOSSIBLE : { kind: 'characters', ranges }
}

/** One after the other. */
export function sequence(...parts: readonly GrammarPart[]): GrammarPart {
  return inOrder(parts)
}

/**
 * `sequence` of any number of parts: what a client sent as a list may be more than arguments can be. Put together at
 * once; a sequence that grows part by part is copied for each.
 */
export function inOrder(parts: readonly GrammarPart[]): GrammarPart {
  const flat: GrammarPart[] = []
  for (const part of parts.flatMap((one) => (one.kind === 'sequence' ? one.parts : [one]))) {
    if (part.kind === 'choice' && part.parts.length === 0) return IMPOSSIBLE
    const last = flat.at(-1)
    if (last?.kind === 'literal' && part.kind === 'literal') flat[flat.length - 1] = literal(last.text + part.text)
    else flat.push(part)
  }
  if (flat.length === 0) return NOTHING_MORE
  return flat.length === 1 && flat[0] ? flat[0] : { kind: 'sequence', parts: flat }
}

/**
 * One of them. What several begin with is taken out in front, so that the engine follows one possibility for as long
 * as the alternatives say the same.
 */
export function choice(...parts: readonly GrammarPart[]): GrammarPart {
  return alternatives(parts)
}

/** The part or nothing. */
export function optional(part: GrammarPart): GrammarPart {
  return choice(part, NOTHING_MORE)
}

/**
 * The part at least `min` times in a row and at most `max` times; `null` has no limit. Large counts are
 * never written out. The part must not fit the empty text.
 */
export function repeat(part: GrammarPart, min: number, max: number | null): GrammarPart {
  return counted(part, min, max)
}

/** A named part that may contain itself: `define` is given the rule. Never begin a rule with itself. */
export function rule(name: string, define: (self: Rule) => GrammarPart): Rule {
  const self: Rule = { kind: 'rule', name, body: IMPOSSIBLE }
  self.body = define(self)
  return self
}
