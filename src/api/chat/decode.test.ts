import { describe, expect, test } from 'vitest'
import { PLAIN_CHAT } from '../../core/chat.ts'
import { decodeChat } from './decode.ts'
import { chatRequestSchema } from './request-schema.ts'

const base = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

function decode(fields: object) {
  return decodeChat(chatRequestSchema.parse({ ...base, ...fields }))
}

describe('decodeChat', () => {
  test('the least that can be asked', () => {
    expect(decode({})).toEqual({
      request: {
        model: 'm',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
        ...PLAIN_CHAT,
      },
      stream: false,
      showProgress: false,
      includeUsage: false,
      ignored: [],
      paths: { stop: 'stop', thinking: 'reasoning.effort', effort: 'reasoning.effort', schemaPaths: [] },
    })
  })

  test.each([{ stop: null }, { stop: [] }, { stop: '' }, { stop: [''] }])('%j stops nowhere', (fields) => {
    expect(decode(fields).request.stop).toEqual([])
  })

  test('stop strings, each once', () => {
    expect(decode({ stop: 'a' }).request.stop).toEqual(['a'])
    expect(decode({ stop: ['a', '', 'b', 'a'] }).request.stop).toEqual(['a', 'b'])
  })

  test('max_completion_tokens wins over max_tokens', () => {
    expect(decode({ max_tokens: 5 }).request.maxTokens).toBe(5)
    expect(decode({ max_tokens: 5, max_completion_tokens: 9 }).request.maxTokens).toBe(9)
    expect(decode({ max_tokens: 5, max_completion_tokens: null }).request.maxTokens).toBe(5)
  })

  test('streaming and its usage', () => {
    expect(decode({ stream: true, stream_options: { include_usage: true } })).toMatchObject({
      stream: true,
      includeUsage: true,
    })
  })
})

describe('messages', () => {
  const messages = (...list: object[]) => decode({ messages: list }).request.messages
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }

  test('every role, with what belongs to it', () => {
    expect(
      messages(
        { role: 'developer', content: 'd' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
          name: 'ann',
        },
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', content: 't', tool_call_id: 'c1' },
      ),
    ).toEqual([
      { role: 'developer', content: [{ type: 'text', text: 'd' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
        name: 'ann',
      },
      { role: 'assistant', content: [], toolCalls: [{ id: 'c1', name: 'f', arguments: '{}' }] },
      { role: 'tool', content: [{ type: 'text', text: 't' }], toolCallId: 'c1' },
    ])
  })

  test('no content beside tool calls is one thing, however it is said', () => {
    const [absent] = messages({ role: 'assistant', tool_calls: [call] })
    expect(messages({ role: 'assistant', content: null, tool_calls: [call] })).toEqual([absent])
    expect(messages({ role: 'assistant', content: '', tool_calls: [call] })).toEqual([absent])
  })

  test("an assistant's refusal is what it said", () => {
    const said = [{ role: 'assistant', content: [{ type: 'text', text: 'no' }] }]
    expect(messages({ role: 'assistant', content: null, refusal: 'no' })).toEqual(said)
    expect(messages({ role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] })).toEqual(said)
  })

  test('min_tokens, ignore_eos and logprobs', () => {
    const { minTokens, ignoreEos, logprobs } = decode({ min_tokens: 3, ignore_eos: true, logprobs: true }).request
    expect([minTokens, ignoreEos, logprobs]).toEqual([3, true, 0])
    expect(decode({ logprobs: true, top_logprobs: 20 }).request.logprobs).toBe(20)
  })

  test.each<[object, object]>([
    [
      { reasoning_effort: 'low', reasoning: { effort: 'high', max_tokens: 9 } },
      { effort: 'low', budgetTokens: 9 },
    ],
    [{ reasoning: { max_tokens: 9 }, thinking_budget_tokens: 5 }, { budgetTokens: 9 }],
    [{ enable_thinking: true, enable_think: false }, { enabled: true }],
    [
      { enable_thinking: true, reasoning_effort: 'none' },
      { enabled: false, effort: null },
    ],
    [{ reasoning_format: 'deepseek' }, { format: 'separate' }],
  ])('reasoning of %j', (fields, expected) => {
    expect(decode(fields).request.reasoning).toMatchObject(expected)
  })

  test("an assistant's earlier reasoning, by either name", () => {
    const reasoningOf = (fields: object) =>
      decode({
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'x', ...fields },
        ],
      }).request.messages[1]?.reasoning
    expect(reasoningOf({ reasoning_content: 'a', reasoning: 'b' })).toBe('a')
    expect(reasoningOf({ reasoning: 'b' })).toBe('b')
    expect(reasoningOf({ reasoning: '' })).toBeUndefined()
  })
})
