import { describe, expect, it } from 'vitest'
import { matches } from '../../../../test/grammar/matches.ts'
import { toGbnf } from '../gbnf.ts'
import { compileSchema } from './compile.ts'

/** Which of the texts are in the grammar of a schema. */
function written(schema: unknown, ...texts: readonly string[]): readonly string[] {
  const part = compileSchema(schema)
  return texts.filter((text) => matches(part, text))
}

const boolean = { type: 'boolean' }

describe('objects', () => {
  const optional = { type: 'object', properties: { a: boolean, b: boolean, c: boolean }, required: ['b'] }

  it('have members in the order of the schema, optional ones in any combination', () => {
    const valid = ['{"b":true}', '{"a":true,"b":true}', '{"b":true,"c":false}', '{"a":true,"b":true,"c":true}']
    expect(written(optional, ...valid, '{}', '{"a":true}', '{"b":true,"a":true}', '{"b":true,}')).toEqual(valid)
  })

  it('have no further members unless the schema speaks of them', () => {
    const texts = ['{"b":true}', '{"b":true,"d":1}', '{"b":true,"d":true}']
    expect(written(optional, ...texts)).toEqual(texts.slice(0, 1))
    expect(written({ ...optional, additionalProperties: true }, ...texts)).toEqual(texts)
    expect(written({ ...optional, additionalProperties: boolean }, ...texts)).toEqual([texts[0], texts[2]])
  })

  it('have no further member that is a named one in disguise', () => {
    const schema = { properties: { a: { type: 'null' } }, additionalProperties: boolean }
    const texts = ['{"a":true}', '{"\\u0061":true}', '{"b":true}', '{"aa":true}', '{"":true}', '{"A":true}']
    expect(written(schema, ...texts)).toEqual(texts.slice(2))
  })

  it('take white space between tokens, within reason', () => {
    const texts = ['{ "b": true }', '{\n  "b": true,\n  "c": false\n}', '{"b":  true}', `{\n${' '.repeat(21)}"b":true}`]
    expect(written(optional, ...texts)).toEqual(texts.slice(0, 2))
  })

  it('count their members', () => {
    const schema = { properties: { a: boolean, b: boolean, c: boolean }, minProperties: 2, maxProperties: 2 }
    const two = ['{"a":true,"b":true}', '{"a":true,"c":true}', '{"b":true,"c":true}']
    expect(written(schema, ...two, '{"a":true}', '{"a":true,"b":true,"c":true}', '{}')).toEqual(two)
  })

  it('cost no more than their members, and do not grow with the combinations', () => {
    const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, boolean]))
    const length = (count: number) =>
      toGbnf(compileSchema({ properties: members(count), additionalProperties: false })).length
    expect(length(400) / length(100)).toBeLessThan(5)
  })
})

describe('arrays', () => {
  it('of different values have them in the order of their enum', () => {
    const schema = { items: { enum: ['a', 1, null] }, uniqueItems: true, minItems: 1, maxItems: 2 }
    const valid = ['["a"]', '["a",1]', '["a", null]', '[1,null]', '[null]']
    expect(written(schema, ...valid, '[]', '["a","a"]', '[1,"a"]', '["a",1,null]')).toEqual(valid)
  })

  it('have nothing beyond a prefix unless the schema speaks of it', () => {
    const schema = { prefixItems: [{ const: 1 }, boolean] }
    const texts = ['[]', '[1]', '[1,true]', '[1,true,2]', '[true]']
    expect(written(schema, ...texts)).toEqual(texts.slice(0, 3))
    expect(written({ ...schema, items: { const: 2 }, minItems: 2 }, ...texts)).toEqual(texts.slice(2, 4))
    expect(written({ ...schema, minItems: 3 }, ...texts)).toEqual(['[1,true,2]'])
  })
})

describe('references', () => {
  it('are followed through escapes, lists and percent signs', () => {
    const schema = {
      $defs: {
        'a/b': { const: 1 },
        'c~d': { const: 2 },
        'e%f': { const: 3 },
        list: { anyOf: [{ const: 4 }, { const: 5 }] },
      },
      anyOf: ['a~1b', 'c~0d', 'e%25f', 'list/anyOf/1'].map((name) => ({ $ref: `#/$defs/${name}` })),
    }
    expect(written(schema, '1', '2', '3', '4', '5')).toEqual(['1', '2', '3', '5'])
  })

  it('are met together with what stands beside them', () => {
    const schema = { $defs: { n: { type: 'integer', minimum: 3 } }, $ref: '#/$defs/n', maximum: 4 }
    expect(written(schema, '2', '3', '4', '5')).toEqual(['3', '4'])
  })

  it('of a union whose branches begin alike keep what they share apart once', () => {
    const node = (end: string) => ({
      type: 'object',
      properties: { left: { $ref: '#/$defs/E' }, [end]: boolean },
      required: ['left', end],
    })
    const schema = { $defs: { E: { anyOf: [node('x'), node('y'), { const: 0 }] } }, $ref: '#/$defs/E' }
    expect(toGbnf(compileSchema(schema)).split('left').length - 1).toBe(1)
    expect(written(schema, '{"left":{"left":0,"y":true},"x":true}', '{"left":0}')).toEqual([
      '{"left":{"left":0,"y":true},"x":true}',
    ])
  })
})

describe('strings', () => {
  it('count characters, not escapes or halves of them', () => {
    const texts = ['"ab"', '"é😀"', '"\\n\\u00e9"', '"a"', '"abc"', '"\\ud83d\\ude00"', '"\\ud83d"']
    expect(written({ type: 'string', minLength: 2, maxLength: 2 }, ...texts)).toEqual(texts.slice(0, 3))
  })

  it('hold to a pattern and a length at once', () => {
    const schema = { type: 'string', pattern: 'b', minLength: 2, maxLength: 3 }
    expect(written(schema, '"ab"', '"abc"', '"b"', '"aaa"', '"abbb"')).toEqual(['"ab"', '"abc"'])
  })

  it('may be of a length that nobody writes out', () => {
    const part = compileSchema({ type: 'string', minLength: 1000, maxLength: 1_000_000_000 })
    expect(toGbnf(part).length).toBeLessThan(50_000)
    expect([999, 1000, 1500].map((length) => matches(part, `"${'x'.repeat(length)}"`))).toEqual([false, true, true])
  })
})

describe('what is refused', () => {
  it.each<[string, string, unknown]>([
    ['not', '#', { not: {} }],
    ['if', '#/properties/a', { properties: { a: JSON.parse('{"if":true,"then":false}') } }],
    ['uniqueItems', '#/items', { items: { uniqueItems: true } }],
    ['contains', '#', { contains: {} }],
    ['dependentRequired', '#', { dependentRequired: { a: ['b'] } }],
    ['unevaluatedProperties', '#/allOf/0', { allOf: [{ unevaluatedProperties: false }] }],
    ['pattern', '#/$defs/p', { $defs: { p: { pattern: '(a)\\1' } }, $ref: '#/$defs/p' }],
    ['format', '#', { format: 'iri' }],
    ['oneOf', '#', { oneOf: [{ type: 'integer' }, { type: 'number' }] }],
    ['$ref', '#/items', { items: { $ref: 'other.json' } }],
    ['$ref', '#', { $ref: '#/$defs/nowhere' }],
    ['$ref', '#', { $ref: '#' }],
    ['$ref', '#/$defs/a', { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } }, $ref: '#/$defs/a' }],
    ['type', '#', { type: 'text' }],
    ['minimum', '#', { minimum: '1' }],
    ['maxLength', '#', { maxLength: -1 }],
    ['multipleOf', '#', { multipleOf: 0 }],
    ['schema', '#', false],
    ['schema', '#', { type: 'string', const: 1 }],
    ['schema', '#', { $defs: { n: { properties: { n: { $ref: '#/$defs/n' } }, required: ['n'] } }, $ref: '#/$defs/n' }],
    ['schema', '#', []],
    ['properties', '#', { minProperties: 1_000_000_000 }],
    ['anyOf', '#', { allOf: Array.from({ length: 12 }, () => ({ anyOf: [{ minLength: 1 }, { minimum: 1 }] })) }],
    [
      'properties',
      '#',
      { properties: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, boolean])) },
    ],
  ])('%s at %s', (keyword, pointer, schema) => {
    expect(() => compileSchema(schema)).toThrow(
      expect.objectContaining({ code: 'unsupported_schema', details: expect.objectContaining({ keyword, pointer }) }),
    )
  })

  it('is a schema that is too much work', () => {
    const pattern = (at: number) => ({ type: 'string', pattern: `(a|b)*a(a|b){9}${at}` })
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, pattern(at)]))
    expect(() => compileSchema({ properties })).toThrow('is too much work to compile')
  })

  it('is nothing that only describes', () => {
    const schema = {
      title: 't',
      description: 'd',
      default: 3,
      examples: [1],
      $comment: 'c',
      'x-order': 1,
      deprecated: true,
    }
    expect(written({ ...schema, const: 1 }, '1', '2')).toEqual(['1'])
  })
})
