import { expect, test } from 'vitest'
import { UNIFIED_RESPONSES } from '../../contracts/responses.ts'
import { decodeTools } from './tools.ts'

const weather = { type: 'function', name: 'get_weather', parameters: { type: 'object' } }
const strict = { ...UNIFIED_RESPONSES, foreignTools: 'refuse' } as const

test('a contract may refuse what another leaves out', () => {
  const fields = [weather, { type: 'web_search' }]
  expect(decodeTools(fields, 'auto', UNIFIED_RESPONSES)).toMatchObject({
    tools: [{ name: 'get_weather' }],
    ignored: ['tools.1: web_search'],
  })
  expect(() => decodeTools(fields, 'auto', strict)).toThrow(
    '`tools.1` is a tool of the type "web_search", and only functions can be called here.',
  )
})

test('the form of chat completions is understood', () => {
  const { type, ...fields } = weather
  expect(decodeTools([{ type, function: fields }], 'auto', strict).tools).toEqual(
    decodeTools([weather], 'auto', strict).tools,
  )
})

test('allowed tools are all that is offered', () => {
  const choice = { type: 'allowed_tools', mode: 'required' as const, tools: [{ type: 'function', name: 'b' }] }
  const { tools, toolChoice, schemaPaths } = decodeTools(
    [weather, { type: 'function', name: 'b' }],
    choice,
    UNIFIED_RESPONSES,
  )
  expect([tools.map((tool) => tool.name), toolChoice, schemaPaths]).toEqual([['b'], 'required', ['tools.1.parameters']])
})
