import { describe, expect, test } from 'vitest'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { MAX_CALLS, MAX_MESSAGES, MAX_PARTS, MAX_TOOLS } from './conversation-limits.ts'

const model = 'org/fake:Q4_K_M'
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

const hi = { role: 'user', content: 'hi' }
const text = { type: 'text', text: 'a' }
const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
const ollamaCall = { function: { name: 'f', arguments: {} } }
const tool = { type: 'function', function: { name: 'f' } }
const manyMessages = { messages: times(MAX_MESSAGES + 1, hi) }
const manyParts = { messages: [{ role: 'user', content: times(MAX_PARTS + 1, text) }] }
const manyCalls = { messages: [hi, { role: 'assistant', content: 'a', tool_calls: times(MAX_CALLS + 1, call) }] }
const manyTools = { messages: [hi], tools: times(MAX_TOOLS + 1, tool) }

const CHATS = ['/v1/chat/completions', '/geniex/v1/chat/completions', '/llamapi/v1/chat/completions']
const MESSAGES = ['/v1/messages', '/v1/messages/count_tokens']

async function refusalOf(path: string, fields: object): Promise<[number, string]> {
  const { app } = fakeServer({ models: [{ id: model, reply: says('a') }], bodyLimitBytes: 4 * 1024 * 1024 })
  const answer = await app.inject({ method: 'POST', url: path, payload: { model, max_tokens: 1, ...fields } })
  return [answer.statusCode, answer.body]
}

const REFUSED: readonly (readonly [path: string, field: string, fields: object])[] = [
  ...[...CHATS, ...MESSAGES, '/api/chat', '/v1/logits'].map((path) => [path, 'messages', manyMessages] as const),
  ...[...CHATS, ...MESSAGES].map((path) => [path, 'messages.0.content', manyParts] as const),
  ...CHATS.map((path) => [path, 'messages.1.tool_calls', manyCalls] as const),
  ...CHATS.map((path) => [path, 'tools', manyTools] as const),
  [
    '/api/chat',
    'messages.0.tool_calls',
    { messages: [{ role: 'assistant', tool_calls: times(MAX_CALLS + 1, ollamaCall) }] },
  ],
  [
    '/v1/responses',
    'input.0.content',
    {
      max_tokens: undefined,
      input: [{ role: 'user', content: times(MAX_PARTS + 1, { type: 'input_text', text: 'a' }) }],
    },
  ],
]

describe('more than any conversation holds is refused by name', () => {
  test.each(REFUSED)('%s: %s', async (path, field, fields) => {
    const [status, body] = await refusalOf(path, fields)
    expect([status, body]).toEqual([400, expect.stringContaining(field)])
  })
})

test.each([...CHATS, '/v1/messages', '/api/chat'])('%s reads as many messages as are allowed', async (path) => {
  const [status, body] = await refusalOf(path, { messages: times(MAX_MESSAGES, hi) })
  const tokens = MAX_MESSAGES * '<user>hi'.length + '<assistant>'.length
  expect([status, body]).toEqual([400, expect.stringContaining(`the prompt has ${tokens} tokens`)])
})
