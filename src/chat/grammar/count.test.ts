import { describe, expect, it } from 'vitest'
import { matches } from '../../../test/grammar/matches.ts'
import { toGbnf } from './gbnf.ts'
import { choice, type GrammarPart, literal, NOTHING_MORE, repeat, sequence } from './part.ts'

const x = literal('x')

/** The counts up to `most` that a part has. */
function counts(part: GrammarPart, most: number): readonly number[] {
  return Array.from({ length: most + 1 }, (_, count) => count).filter((count) => matches(part, 'x'.repeat(count)))
}

function from(min: number, max: number): readonly number[] {
  return Array.from({ length: max - min + 1 }, (_, at) => min + at)
}

describe('repeat', () => {
  it.each([
    [0, 0],
    [0, 1],
    [1, 1],
    [3, 3],
    [0, 31],
    [0, 32],
    [31, 33],
    [32, 32],
    [5, 70],
    [0, 100],
    [64, 64],
    [40, 1100],
    [1024, 1030],
  ])('is from %i to %i times', (min, max) => {
    expect(counts(repeat(x, min, max), max + 40)).toEqual(from(min, max))
  })

  it.each([0, 1, 2, 40, 1100])('is %i times or more', (min) => {
    expect(counts(repeat(x, min, null), min + 50)).toEqual(from(min, min + 50))
  })

  it('is never written out', () => {
    expect(toGbnf(repeat(x, 0, 1_000_000_000)).length).toBeLessThan(40_000)
    expect(toGbnf(repeat(x, 999_999_999, 1_000_000_000)).length).toBeLessThan(40_000)
  })

  it('goes nowhere when it is to be more often than it may', () => {
    expect(counts(repeat(x, 3, 2), 10)).toEqual([])
  })
})

describe('choice', () => {
  it('takes out in front what alternatives begin with', () => {
    const value = choice(literal('1'), literal('2'))
    const part = choice(
      sequence(literal('{"a":'), value, literal('}')),
      sequence(literal('{"a":'), value, literal(',"b":3}')),
      sequence(literal('{"c":'), value),
    )
    expect(toGbnf(part)).toBe(
      'root ::= "{\\"" ("a\\":" part ("}" | ",\\"b\\":3}") | "c\\":" part)\npart ::= "1" | "2"\n',
    )
  })

  it('keeps the empty text, and one of each', () => {
    expect(toGbnf(choice(x, NOTHING_MORE, x, literal('xy')))).toBe('root ::= ("x" "y"?)?\n')
  })
})
