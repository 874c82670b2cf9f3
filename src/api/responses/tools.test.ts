import { describe, expect, test } from 'vitest'
import { responsesOf, weather } from '../../../test/fakes/responses.ts'
import { UNIFIED_RESPONSES } from '../../contracts/responses.ts'
import { decodeTools } from './tools.ts'

const lookUp = { type: 'function', name: 'get_weather', parameters: { type: 'object' } }
const strict = { ...UNIFIED_RESPONSES, foreignTools: 'refuse' } as const

test('a contract may refuse what another leaves out', () => {
  const fields = [lookUp, { type: 'web_search' }]
  expect(decodeTools(fields, 'auto', UNIFIED_RESPONSES)).toMatchObject({
    tools: [{ name: 'get_weather' }],
    ignored: ['tools.1: web_search'],
  })
  expect(() => decodeTools(fields, 'auto', strict)).toThrow(
    '`tools.1` is a tool of the type "web_search", and only functions and custom tools can be called here.',
  )
})

test('the form of chat completions is understood', () => {
  const { type, ...fields } = lookUp
  expect(decodeTools([{ type, function: fields }], 'auto', strict).tools).toEqual(
    decodeTools([lookUp], 'auto', strict).tools,
  )
})

test('allowed tools are all that is offered', () => {
  const choice = { type: 'allowed_tools', mode: 'required' as const, tools: [{ type: 'function', name: 'b' }] }
  const { tools, toolChoice, schemaPaths } = decodeTools(
    [lookUp, { type: 'function', name: 'b' }],
    choice,
    UNIFIED_RESPONSES,
  )
  expect([tools.map((tool) => tool.name), toolChoice, schemaPaths]).toEqual([['b'], 'required', ['tools.1.parameters']])
})

describe('tools', () => {
  const foreign = [
    { type: 'web_search' },
    { type: 'namespace', name: 'n', tools: [] },
    { type: 'image_generation' },
    { type: 'local_shell' },
  ]

  test('that can not be called here are left out by name', async () => {
    const response = await responsesOf().post({ input: 'hi', tools: [weather, ...foreign] })
    expect([response.statusCode, response.headers['x-trivet-warnings'], response.json().tools]).toEqual([
      200,
      'ignored: tools.1: web_search, tools.2: namespace, tools.3: image_generation, tools.4: local_shell',
      [{ ...weather, description: null }],
    ])
  })

  test('of an agent that offers everything are taken as far as they can be', async () => {
    const patch = {
      type: 'custom',
      name: 'apply_patch',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
    }
    const { post, scheduler } = responsesOf()
    const response = await post({ input: 'hi', tools: [weather, foreign[0], patch, ...foreign.slice(1)] })
    expect([response.statusCode, response.headers['x-trivet-warnings']]).toEqual([
      200,
      'ignored: tools.1: web_search, tools.3: namespace, tools.4: image_generation, tools.5: local_shell',
    ])
    expect(response.json().tools).toEqual([{ ...weather, description: null }, patch])
    const { grammar } = scheduler.tasks[0]?.constraint ?? {}
    expect([grammar?.includes('get_weather'), grammar?.includes('apply_patch')]).toEqual([true, true])
  })

  test.each<[string, object, string]>([
    ['a foreign one where a call is required', { tools: foreign, tool_choice: 'required' }, 'tools.0'],
    ['a choice of a foreign one', { tools: [weather], tool_choice: { type: 'web_search' } }, 'tool_choice'],
    ['an unknown function', { tools: [weather], tool_choice: { type: 'function', name: 'x' } }, 'tool_choice.name'],
    ['a call required of none', { tool_choice: 'required' }, 'tool_choice'],
  ])('%s is refused', async (_, fields, param) => {
    const response = await responsesOf().post({ input: 'hi', ...fields })
    expect([response.statusCode, response.json().error.param]).toEqual([400, param])
  })
})
