import { characters, choice, type GrammarPart, literal, type Rule, repeat, rule, sequence } from '../grammar/part.ts'

const LAST_CODE_POINT = 0x10ffff

/** White space as models put it between things: up to two characters. */
export const space: GrammarPart = repeat(
  characters([
    [0x09, 0x0a],
    [0x0d, 0x0d],
    [0x20, 0x20],
  ]),
  0,
  2,
)

/** Any text up to and including the first time that `end` appears. */
export function upTo(end: string): GrammarPart {
  const wanted = Array.from(end)
  const states = wanted.map((_, matched): Rule => rule(`text-up-to-${matched}`, () => literal('')))
  states.forEach((state, matched) => {
    const known = [...new Set(wanted)].map((unit) => sequence(literal(unit), after(wanted, states, matched, unit)))
    state.body = choice(...known, sequence(characters(othersThan(wanted)), states[0] ?? literal('')))
  })
  return states[0] ?? literal('')
}

/** The state after `unit` when `matched` units of the end have been seen: Knuth–Morris–Pratt, spelled out. */
function after(wanted: readonly string[], states: readonly Rule[], matched: number, unit: string): GrammarPart {
  const seen = [...wanted.slice(0, matched), unit]
  for (let length = seen.length; length > 0; length--) {
    if (seen.slice(-length).join('') === wanted.slice(0, length).join('')) return states[length] ?? literal('')
  }
  return states[0] ?? literal('')
}

/** All code points but these and NUL, which llama.cpp takes for an end. */
function othersThan(units: readonly string[]): readonly (readonly [number, number])[] {
  const taken = [...new Set(units.map((unit) => unit.codePointAt(0) ?? 0))].sort((a, b) => a - b)
  const ranges: [number, number][] = []
  let from = 1
  for (const point of taken) {
    if (point > from) ranges.push([from, point - 1])
    from = point + 1
  }
  return from <= LAST_CODE_POINT ? [...ranges, [from, LAST_CODE_POINT]] : ranges
}

/** One of `calls`, or any number of them with `separator` between. */
export function oneOrMore(call: GrammarPart, separator: GrammarPart, parallel: boolean): GrammarPart {
  return parallel ? sequence(call, repeat(sequence(separator, call), 0, null)) : call
}

/** Something that may be left out of a list. */
export interface Member {
  readonly part: GrammarPart
  readonly required: boolean
}

/** The members in order, optional ones there or not, with `separator` between those that are there. */
export function separated(members: readonly Member[], separator: GrammarPart): GrammarPart {
  let rest: GrammarPart = literal('')
  let first: GrammarPart = literal('')
  for (const { part, required } of members.toReversed()) {
    const here = sequence(part, rest)
    first = required ? here : choice(here, first)
    const more = sequence(separator, part, rest)
    rest = required ? more : choice(more, rest)
  }
  return first
}

/** This text, of which a regular expression would make more. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** A trigger: calls begin with this text. */
export function beginsWith(text: string): string {
  return `(${escaped(text)})`
}

/** A trigger: calls begin with this text and `space`. */
export function beginsWithSpaced(text: string): string {
  return `(${escaped(text)}[\\t\\n\\r ]{0,2})`
}
