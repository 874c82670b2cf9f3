import { describe, expect, test } from 'vitest'
import type { Tool } from '../../core/chat.ts'
import { toGbnf } from '../grammar/index.ts'
import { callConstraint } from './call-constraint.ts'
import { callableTools } from './callable.ts'
import { glm } from './formats/glm.ts'
import { hermes } from './formats/hermes.ts'

const tool = (parameters: unknown, name = 'f'): Tool => ({ name, description: null, parameters })
const fine = tool({ type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] })

describe('callableTools', () => {
  test.each<[string, unknown]>([
    ['no object', { type: 'string' }],
    ['no schema at all', 'any'],
    ['a keyword that cannot be enforced', { type: 'object', not: { required: ['a'] } }],
    ['what nothing fits', { type: 'object', properties: { a: false }, required: ['a'] }],
  ])('a schema that is %s is not enforced, and the others are', (_, schema) => {
    const { tools, unenforced } = callableTools([fine, tool(schema, 'odd')], hermes)
    expect(unenforced).toEqual([1])
    expect(toGbnf(hermes.calls(tools, false))).toContain('odd')
  })

  test.each([[null], [{}], [{ properties: { a: { type: 'string' } } }]])('%j is', (schema) => {
    expect(callableTools([tool(schema)], hermes).unenforced).toEqual([])
  })

  test('formats that write arguments one by one need to know them one by one', () => {
    const schema = { type: 'object', properties: { a: {}, b: {} }, minProperties: 1 }
    expect(callableTools([tool(schema)], hermes).unenforced).toEqual([])
    const { tools, unenforced } = callableTools([tool(schema)], glm)
    expect([unenforced, tools[0]?.parameters]).toEqual([[0], { type: 'object', properties: { a: {}, b: {} } }])
  })

  test('the same tools are compiled once, and their grammar written once', () => {
    const [first, again] = [callableTools([fine], hermes), callableTools([{ ...fine }], hermes)]
    expect(again.tools).toBe(first.tools)
    const rules = { format: hermes, tools: first.tools, choice: 'required', parallel: true } as const
    expect(callConstraint(rules, null)).toBe(callConstraint({ ...rules }, null))
    expect(callConstraint({ ...rules, parallel: false }, null)).not.toEqual(callConstraint(rules, null))
  })
})

describe('callConstraint', () => {
  const { tools } = callableTools([tool(null, 'alpha'), tool(null, 'omega')], hermes)

  test('a named tool is the only one, once', () => {
    const { grammar, triggers } = callConstraint(
      { format: hermes, tools, choice: { name: 'omega' }, parallel: true },
      null,
    )
    expect([grammar.includes('omega'), grammar.includes('alpha'), triggers]).toEqual([true, false, undefined])
  })
})
