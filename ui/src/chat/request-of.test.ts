import { expect, test } from 'vitest'
import type { Turn } from '../api/chats.ts'
import type { Item } from '../api/items.ts'
import { chatMessages, chatTools } from './chat-messages.ts'
import { requestOf } from './request-of.ts'
import { NO_SETTINGS, readSettings } from './settings.ts'

const turn = (id: string, role: Turn['role'], ...items: readonly Item[]) => ({ id, role, items }) as unknown as Turn

const image = { type: 'input_image', image_url: 'data:image/png;base64,AA' } as const
const path = [
  turn('1', 'user', { type: 'message', role: 'user', content: [image, { type: 'input_text', text: 'What is it?' }] }),
  turn(
    '2',
    'assistant',
    { type: 'reasoning', id: 'rs_1', content: [{ type: 'reasoning_text', text: 'Hm.' }] },
    { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Let me see.' }] },
    { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'look', arguments: '{}' },
  ),
  turn('3', 'user', { type: 'function_call_output', call_id: 'c', output: 'a cat' }),
]

test('a request has what was said and called, without thoughts and ids', () => {
  expect(requestOf('m', path, NO_SETTINGS)).toEqual({
    model: 'm',
    input: [
      { type: 'message', role: 'user', content: [image, { type: 'input_text', text: 'What is it?' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me see.' }] },
      { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'a cat' },
    ],
    truncation: 'auto',
  })
})

test('settings become fields, and what is left out is no field', () => {
  const tools = [{ type: 'function', name: 'look' }]
  const parameters = { temperature: 0, effort: 'low', truncation: 'disabled' } as const
  const settings = { model: null, instructions: 'Be brief.', parameters, tools: JSON.stringify(tools) }
  expect(requestOf('m', [], settings)).toEqual({
    model: 'm',
    instructions: 'Be brief.',
    input: [],
    temperature: 0,
    reasoning: { effort: 'low' },
    tools,
    truncation: 'disabled',
  })
})

test.each([
  ['{', /no JSON/],
  ['{}', /must be a list/],
])('tools that are none are told: %s', (tools, message) => {
  expect(() => requestOf('m', [], { ...NO_SETTINGS, tools })).toThrow(message)
})

test('the same conversation as messages, each with its turn', () => {
  expect(chatMessages('Be brief.', path)).toEqual([
    { message: { role: 'system', content: 'Be brief.' }, turn: null },
    {
      message: {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: image.image_url } },
          { type: 'text', text: 'What is it?' },
        ],
      },
      turn: '1',
    },
    {
      message: {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      turn: '2',
    },
    { message: { role: 'tool', tool_call_id: 'c', content: 'a cat' }, turn: '3' },
  ])
  expect(chatTools('[{"type":"function","name":"look"}]')).toEqual({
    tools: [{ type: 'function', function: { name: 'look' } }],
  })
  expect([chatTools(''), chatTools('[')]).toEqual([{}, {}])
})

test('settings that another program kept are none', () => {
  expect(readSettings({ model: 3, parameters: null, own: true })).toEqual(NO_SETTINGS)
})
