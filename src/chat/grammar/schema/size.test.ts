import { describe, expect, it } from 'vitest'
import { TrivetError } from '../../../core/errors.ts'
import { answerPart } from '../answer.ts'
import { toGbnf } from '../gbnf.ts'
import { LIMITS } from '../limits.ts'

const gbnf = (schema: unknown): string => {
  const part = answerPart({ type: 'json', schema })
  if (part === null) throw new Error('any answer is allowed')
  return toGbnf(part)
}

/** The code of the refusal, and the keyword that it names. */
function refusal(schema: unknown): unknown[] {
  try {
    return [gbnf(schema).length]
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error
    const { code, details } = error.report()
    return [code, (details as { keyword?: unknown }).keyword]
  }
}

const HUGE = 300_000
const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))
const members = (count: number) => times(count, (at) => `m${at}`)
/** `schema` inside so many others, each of which is worded with all that is in it. */
const nested = (depth: number, schema: unknown): unknown =>
  times(depth, () => 0).reduce<unknown>((inner) => ({ properties: { a: inner } }), schema)

describe('what a schema lists without end is refused', () => {
  it.each([
    ['prefixItems', { type: 'array', prefixItems: times(HUGE, () => ({})), minItems: HUGE }],
    ['prefixItems', { type: 'array', prefixItems: times(LIMITS.listed + 1, () => true) }],
    ['items', { type: 'array', items: times(HUGE, () => ({})) }],
    ['enum', { enum: times(HUGE, (at) => `v${at}`) }],
    ['enum', { type: 'object', properties: { a: { enum: times(LIMITS.listed + 1, (at) => at) } } }],
    ['anyOf', { anyOf: times(HUGE, (at) => ({ const: `a${at}` })) }],
    ['schema', { oneOf: times(HUGE, (at) => ({ const: `a${at}` })) }],
    ['schema', { allOf: times(HUGE, () => ({ type: 'string' })) }],
    ['schema', { allOf: times(100, (at) => ({ enum: times(LIMITS.listed, (value) => value + at) })) }],
    ['schema', nested(2000, { const: 'x'.repeat(1_000_000) })],
    ['properties', { required: members(HUGE) }],
    [
      'schema',
      {
        $ref: '#/$defs/d0',
        $defs: Object.fromEntries(times(HUGE, (at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }])),
      },
    ],
  ])('%s', (keyword, schema) => {
    expect(refusal(schema)).toEqual(['unsupported_schema', keyword])
  })
})

describe('what is long and within bounds is compiled', () => {
  it('as an array of so many items, each after the other', () => {
    const grammar = gbnf({
      type: 'array',
      prefixItems: times(LIMITS.listed, () => ({ const: 1 })),
      minItems: LIMITS.listed,
    })
    expect(grammar.length).toBeLessThan(LIMITS.gbnfLength)
    expect(grammar.split('","').length - 1).toBe(LIMITS.listed - 1)
  })

  it('as an enum of so many values, which share what they begin with', () => {
    const grammar = gbnf({ enum: times(LIMITS.listed, (at) => `value-${at}`) })
    expect(grammar.split('value-').length - 1).toBe(1)
  })

  it('as one value, however many items it has', () => {
    const items = times(HUGE, (at) => at)
    expect(gbnf({ const: items })).toContain(JSON.stringify(items))
  })

  it('as two values that begin alike for a million characters', () => {
    const long = 'x'.repeat(1_000_000)
    expect(gbnf({ enum: [`${long}a`, `${long}b`] }).split('x').length - 1).toBe(1_000_000)
  })

  it('as an object of so many members that are all required', () => {
    const grammar = gbnf({
      properties: Object.fromEntries(members(9000).map((name) => [name, { const: 1 }])),
      required: members(9000),
    })
    expect(members(9000).every((name) => grammar.includes(`${name}\\"`))).toBe(true)
  })

  it('but halves of characters are never taken apart', () => {
    expect(gbnf({ enum: ['😀', '😁'] })).toContain(String.raw`("\U0001F600\"" | "\U0001F601\"")`)
  })
})
