import { describe, expect, test } from 'vitest'
import { type FakeModel, failsAfter, says, tells, thinksAndCalls, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const M = 'fake-model'
const hello: FakeModel = { id: M, reply: says('Hello', ' there'), other: tokenizes }

function server(model: FakeModel = hello) {
  const { app, scheduler } = fakeServer({ models: [model] })
  const post = (body: object, path = '/v1/messages') => app.inject({ method: 'POST', url: path, payload: body })
  return { app, scheduler, post, prompt: () => scheduler.tasks.at(-1)?.prompt }
}

const plain = { model: M, max_tokens: 16, messages: [{ role: 'user', content: 'hi' }] }
const weather = { name: 'get_weather', description: 'Looks outside.', input_schema: { type: 'object', properties: {} } }

/** The events of a stream, each with the name of its `event:` line checked. */
function events(body: string): { type: string; [field: string]: unknown }[] {
  return body
    .trimEnd()
    .split('\n\n')
    .map((frame) => {
      const [name = '', data = ''] = frame.split('\n')
      const event = JSON.parse(data.slice('data: '.length))
      expect(name).toBe(`event: ${event.type}`)
      return event
    })
}

describe('a message', () => {
  test('is whole', async () => {
    const response = await server().post(plain)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        id: 'msg_2',
        type: 'message',
        role: 'assistant',
        model: M,
        content: [{ type: 'text', text: 'Hello there' }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: {
          input_tokens: '<user>hi<assistant>'.length,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          output_tokens: 2,
        },
      },
    ])
  })

  test('that thinks and calls a tool has a block each', async () => {
    const { post } = server({ id: M, reply: tells(thinksAndCalls(), { reason: 'tool-calls', cached: 4 }) })
    const { content, stop_reason, usage } = (await post({ ...plain, tools: [weather] })).json()
    expect(content).toEqual([
      { type: 'thinking', thinking: 'They want the weather.', signature: 'trivet1.' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'call-1', name: 'get_weather', input: { city: 'Paris' } },
    ])
    expect([stop_reason, usage.cache_read_input_tokens, usage.input_tokens]).toEqual([
      'tool_use',
      4,
      '<tool>get_weather<user>hi<assistant>'.length - 4,
    ])
  })

  test.each<[string, FakeModel, object, object]>([
    ['max_tokens', hello, { max_tokens: 1 }, { stop_reason: 'max_tokens', stop_sequence: null }],
    ['stop_sequence', hello, { stop_sequences: ['lo', 'x'] }, { stop_reason: 'stop_sequence', stop_sequence: 'lo' }],
    [
      'end_turn, where the template ended it',
      { id: M, reply: says('Hi<|im_end|>'), chatTemplate: null },
      {},
      { stop_reason: 'end_turn', stop_sequence: null },
    ],
  ])('ends with %s', async (_, model, fields, expected) => {
    expect((await server(model).post({ ...plain, ...fields })).json()).toMatchObject(expected)
  })

  test('whose arguments were cut has them as text', async () => {
    const { post } = server({ id: M, reply: tells(thinksAndCalls('get_weather', ['{"ci']), { reason: 'length' }) })
    const { content, stop_reason } = (await post({ ...plain, tools: [weather] })).json()
    expect([content[2].input, stop_reason]).toEqual([{ INVALID_JSON: '{"ci' }, 'max_tokens'])
  })
})

describe('a stream', () => {
  test('tells the size of the prompt first, then block after block', async () => {
    const { post } = server({ id: M, reply: tells(thinksAndCalls(), { reason: 'tool-calls', cached: 4 }) })
    const response = await post({ ...plain, stream: true, tools: [weather] }, '/v1/messages?beta=true')
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(response.headers['x-trivet-warnings']).toBeUndefined()
    const all = events(response.body)
    const prompt = '<tool>get_weather<user>hi<assistant>'.length
    expect(all[0]).toMatchObject({
      type: 'message_start',
      message: { id: 'msg_2', content: [], stop_reason: null, usage: { input_tokens: prompt - 4, output_tokens: 0 } },
    })
    expect(all.slice(1)).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'They want' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: ' the weather.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'trivet1.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Let me' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: ' look.' } },
      { type: 'content_block_stop', index: 1 },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 'call-1', name: 'get_weather', input: {} },
      },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"Paris"}' } },
      { type: 'content_block_stop', index: 2 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: {
          input_tokens: prompt - 4,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 4,
          output_tokens: 8,
        },
      },
      { type: 'message_stop' },
    ])
  })

  test('hands thinking that is not to be shown over in its signature, to be handed back', async () => {
    const chatTemplate = '{% for m in messages %}[{{ m.reasoning_content }}|{{ m.content }}]{% endfor %}'
    const { post, prompt } = server({ id: M, reply: tells(thinksAndCalls()), chatTemplate })
    const asked = { ...plain, thinking: { type: 'adaptive', display: 'omitted' } }
    const signature = `trivet1.${Buffer.from('They want the weather.').toString('base64url')}`
    expect(events((await post({ ...asked, stream: true })).body).slice(1, 4)).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature } },
      { type: 'content_block_stop', index: 0 },
    ])
    const { content } = (await post(asked)).json()
    expect(content[0]).toEqual({ type: 'thinking', thinking: '', signature })
    await post({ ...plain, messages: [{ role: 'assistant', content: content.slice(0, 2) }, ...plain.messages] })
    expect(prompt()).toBe('[They want the weather.|Let me look.][|hi]')
  })

  test('that fails midway ends with an error event', async () => {
    const details = { model: M, how: 'SIGSEGV', lastLine: 'abort' }
    const { post } = server({ id: M, reply: failsAfter({ code: 'engine_crashed', details, param: null }, 'Hel') })
    expect(events((await post({ ...plain, stream: true })).body).at(-1)).toEqual({
      type: 'error',
      error: { type: 'api_error', message: expect.stringContaining('ended unexpectedly (SIGSEGV)') },
    })
  })

  test('says nothing after its last event', async () => {
    expect((await server().post({ ...plain, stream: true })).body).toMatch(
      /event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/,
    )
  })
})

describe('the prompt', () => {
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Weather?', cache_control: { type: 'ephemeral' } }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Rome' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'sunny' }] },
        { type: 'text', text: 'So?' },
      ],
    },
  ]

  test('has the calls and their results in order', async () => {
    const { post, prompt } = server()
    const response = await post({ ...plain, system: [{ type: 'text', text: 'Be brief.' }], messages })
    expect(response.headers['x-trivet-warnings']).toBeUndefined()
    expect(prompt()).toBe(
      '<system>Be brief.<user>Weather?<assistant>I look.(get_weather {"city": "Rome"})<tool>sunny<user>So?<assistant>',
    )
  })

  test('says of a failed call that it failed', async () => {
    const { post, prompt } = server()
    const result = { type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'no such city' }
    await post({ ...plain, messages: [{ role: 'user', content: [result] }] })
    expect(prompt()).toBe('<tool>Error:\nno such city<assistant>')
  })

  test('is the same whatever the billing line says', async () => {
    const { post, prompt } = server()
    const prompts: unknown[] = []
    for (const number of [1, 2]) {
      const billing = { type: 'text', text: `x-anthropic-billing-header: cc_version=2.1; cch=0000${number};` }
      await post({ ...plain, system: [billing, { type: 'text', text: 'You are an agent.' }] })
      prompts.push(prompt())
    }
    expect(prompts).toEqual(Array(2).fill('<system>You are an agent.<user>hi<assistant>'))
  })
})

describe('what is refused', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }

  test.each<[string, number, string, object, string]>([
    ['no max_tokens', 400, 'invalid_request_error', { max_tokens: null }, 'The field `max_tokens` is required.'],
    [
      'an image',
      400,
      'invalid_request_error',
      { messages: [{ role: 'user', content: [image] }] },
      "it can't see, and `messages.0.content.0.source.data` is an image.",
    ],
    [
      'an image in a result',
      400,
      'invalid_request_error',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [image] }] }] },
      "it can't see, and `messages.0.content.0.content.0.source.data` is an image",
    ],
    ['an unknown model', 404, 'not_found_error', { model: 'nope' }, 'The model `nope` does not exist here.'],
    [
      'an unknown tool',
      400,
      'invalid_request_error',
      { tools: [weather], tool_choice: { type: 'tool', name: 'nope' } },
      '`tool_choice.name` is "nope", which is no function in `tools`.',
    ],
    [
      'any tool of none',
      400,
      'invalid_request_error',
      { tool_choice: { type: 'any' } },
      '`tool_choice` requires a call',
    ],
    [
      'a name no tool can have',
      400,
      'invalid_request_error',
      { tools: [{ ...weather, name: 'get weather' }] },
      '`tools.0.name` must be 1 to 128 letters, digits or any of _ . : / -.',
    ],
    ['servers of tools', 400, 'invalid_request_error', { mcp_servers: [{}] }, '`mcp_servers` is not supported'],
    [
      'too long a prompt',
      400,
      'invalid_request_error',
      { messages: [{ role: 'user', content: 'x'.repeat(1200) }] },
      "This model's maximum context length is 1000 tokens",
    ],
  ])('%s is %d %s', async (_, status, type, fields, message) => {
    for (const stream of [false, true]) {
      const response = await server().post({ ...plain, ...fields, stream })
      expect([response.statusCode, response.json()]).toEqual([
        status,
        { type: 'error', error: { type, message: expect.stringContaining(message) } },
      ])
    }
  })

  test('a body that is no JSON, in the same form', async () => {
    const { app } = server()
    const headers = { 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: '/v1/messages', headers, payload: '{' })
    expect([response.statusCode, response.json().type, response.json().error.type]).toEqual([
      400,
      'error',
      'invalid_request_error',
    ])
  })

  test('tools that run elsewhere are left out by name', async () => {
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 }
    const response = await server().post({ ...plain, tools: [weather, search] })
    expect([response.statusCode, response.headers['x-trivet-warnings']]).toEqual([
      200,
      'ignored: tools.1.max_uses, tools.1: web_search_20250305',
    ])
  })
})

test('count_tokens counts the prompt that would be answered', async () => {
  const { post, scheduler } = server()
  const { max_tokens: _, ...counted } = { ...plain, system: 'Be brief.' }
  const response = await post(counted, '/v1/messages/count_tokens?beta=true')
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { input_tokens: '<system>Be brief.<user>hi<assistant>'.length },
  ])
  expect(scheduler.tasks).toEqual([])
})
