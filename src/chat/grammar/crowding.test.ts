import { describe, expect, it } from 'vitest'
import { crowding } from './crowding.ts'
import { type GrammarPart, literal, optional, repeat, rule, sequence } from './part.ts'

const a = literal('a')
const b = literal('b')
const times = (part: GrammarPart, count: number) => Array.from({ length: count }, () => part)

describe('crowding', () => {
  it.each<[string, GrammarPart, number]>([
    ['one text', a, 0],
    ['one after the other', sequence(a, b), 0],
    ['a list of whatever length', repeat(a, 0, null), 0],
    ['members that may be left out', sequence(...times(optional(a), 7), b), 8],
    ['the same behind something', sequence(b, ...times(optional(a), 7)), 7],
    ['what may be nothing, several times', repeat(sequence(repeat(a, 0, 5), repeat(b, 0, 5)), 0, 5), 50],
  ])('%s', (_, part, expected) => {
    expect(crowding(part)).toBe(expected)
  })

  it('multiplies through rules', () => {
    const c = rule('c', () => sequence(optional(a), optional(b), optional(a)))
    const d = rule('d', () => sequence(...times(c, 8)))
    expect(crowding(sequence(...times(d, 8)))).toBe(192)
  })

  it('comes to an end where a rule contains itself', () => {
    const list = rule('list', (self) => sequence(a, optional(sequence(b, self))))
    expect(crowding(list)).toBe(1)
  })
})
