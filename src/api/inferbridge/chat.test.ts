import { describe, expect, test } from 'vitest'
import { failsAfter, says, tells, thinksAndCalls, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const TOOLS = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }]

const models = [
  { id: 'm', reply: says('Hello', ' there', ', you'), other: tokenizes },
  { id: 'calls', reply: tells(thinksAndCalls(), { reason: 'tool-calls' as const }), other: tokenizes },
  {
    id: 'fails',
    reply: failsAfter({ code: 'engine_error', details: { reason: 'it broke' }, param: null }, 'So'),
    other: tokenizes,
  },
  { id: 'out', reply: says('never'), state: 'stopped' as const },
]

function server() {
  const fake = fakeServer({ models })
  const chat = (body: object) =>
    fake.app.inject({
      method: 'POST',
      url: '/inferbridge/v1/chat/completions',
      payload: { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body },
    })
  return { ...fake, chat }
}

/** The values of a stream of `data:` lines. */
function dataOf(body: string): unknown[] {
  const lines = body.split('\n\n').flatMap((block) => (block.startsWith('data: ') ? [block.slice(6)] : []))
  return lines.map((line) => (line === '[DONE]' ? line : JSON.parse(line)))
}

describe('an answer', () => {
  test('has the keys of InferBridge, null ones too, and no others', async () => {
    const answer = await server().chat({})
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there, you', tool_calls: null },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: 3, total_tokens: expect.any(Number) },
    })
  })

  test('that a limit cut has stopped', async () => {
    const { choices } = (await server().chat({ max_tokens: 1 })).json()
    expect(choices[0]).toMatchObject({ message: { content: 'Hello' }, finish_reason: 'stop' })
  })

  test('is made with what InferBridge takes for granted', async () => {
    const { chat, scheduler } = server()
    await chat({ max_tokens: null })
    expect(scheduler.tasks[0]).toMatchObject({ maxTokens: 512, sampling: { temperature: 0.7, topP: 1 } })
  })

  test('has calls with ids of its kind, and thinking in the text', async () => {
    const { choices } = (await server().chat({ model: 'calls', tools: TOOLS })).json()
    expect(choices[0].finish_reason).toBe('tool_calls')
    expect(choices[0].message.tool_calls).toEqual([
      { id: 'call-1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
    ])
  })

  test.each([
    ['auto', 'm'],
    ['auto:lowest-memory', 'm'],
    ['AUTO/fast', 'm'],
  ])('to %s names the selector, and the chosen model in a header', async (model, chosen) => {
    const answer = await server().chat({ model })
    expect([answer.json().model, answer.headers['x-trivet-model']]).toEqual([model, chosen])
  })
})

describe('a stream', () => {
  test('opens with the first text, and ends with usage after the finish when asked', async () => {
    const answer = await server().chat({ stream: true, stream_options: { include_usage: true } })
    const [first, ...rest] = dataOf(answer.body) as { choices: object[] }[]
    expect(first).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'm',
      choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }],
    })
    expect(rest.slice(-4)).toEqual([
      expect.objectContaining({ choices: [{ index: 0, delta: { content: ', you' }, finish_reason: null }] }),
      expect.objectContaining({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      expect.objectContaining({ choices: [], usage: expect.objectContaining({ completion_tokens: 3 }) }),
      '[DONE]',
    ])
  })

  test('has each call whole in one delta', async () => {
    const answer = await server().chat({ model: 'calls', tools: TOOLS, stream: true })
    const chunks = dataOf(answer.body) as { choices: { delta: { tool_calls?: object[] } }[] }[]
    const calls = chunks.flatMap((chunk) => chunk.choices?.[0]?.delta.tool_calls ?? [])
    expect(calls).toEqual([
      {
        index: 0,
        id: 'call-1',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
      },
    ])
  })

  test('that fails midway shows it to those who read text, and to those who read errors', async () => {
    const answer = await server().chat({ model: 'fails', stream: true })
    const values = dataOf(answer.body)
    expect(answer.statusCode).toBe(200)
    expect(values.slice(-2)).toEqual([
      expect.objectContaining({
        choices: [{ index: 0, delta: { content: expect.stringContaining('it broke') }, finish_reason: 'stop' }],
        error: { message: expect.stringContaining('it broke'), code: 'engine_error' },
      }),
      '[DONE]',
    ])
  })
})

test.each([
  [{ response_format: { type: 'xml' } }, 'response_format'],
  [{ response_format: { type: 'json_schema' } }, 'response_format.json_schema'],
  [{ response_format: { type: 'json_schema', json_schema: { schema: 'x' } } }, 'response_format.json_schema'],
  [{ tools: TOOLS, tool_choice: 'whatever' }, 'tool_choice'],
  [{ tools: TOOLS, tool_choice: { type: 'function' } }, 'tool_choice'],
  [{ tool_choice: 'required' }, 'tool_choice'],
  [{ stop: ['a', 3] }, 'stop.1'],
  [{ lora_alpha: 2 }, 'lora_alpha'],
  [{ messages: [{ role: 'narrator', content: 'hi' }] }, 'messages.0.role'],
  [{ n: 3, logprobs: true }, 'n, logprobs'],
])('%j is accepted, and %s told to have no effect', async (body, ignored) => {
  const answer = await server().chat(body)
  expect([answer.statusCode, answer.headers['x-trivet-warnings']]).toEqual([200, `ignored: ${ignored}`])
})

test.each([
  { response_format: { type: 'text' } },
  { tools: TOOLS, tool_choice: 'auto' },
  { tool_choice: 'none' },
  { stop: ['a', 'b'] },
])('%j says nothing that is passed over', async (body) => {
  const answer = await server().chat(body)
  expect([answer.statusCode, answer.headers['x-trivet-warnings']]).toEqual([200, undefined])
})

test('texts may stand for themselves in a list of parts, and parts need no type', async () => {
  const { chat, scheduler } = server()
  await chat({
    messages: [{ role: 'user', content: ['one ', { text: 'two ' }, { type: 'input_text', value: 'three' }] }],
  })
  expect(String(scheduler.tasks[0]?.prompt)).toMatch(/one\s+two\s+three/)
})

describe('refused', () => {
  test.each([
    ['a model that nobody knows', { model: 'nobody' }, 404, "Unknown model 'nobody'"],
    ['one that is not loaded', { model: 'out' }, 409, expect.stringContaining('is not loaded')],
    ['one of the library that is not here', { model: 'qwen3-0.6b' }, 409, expect.stringContaining('is not loaded')],
    ['a selector of no profile', { model: 'auto:nonsense' }, 404, expect.stringContaining('lowest-power')],
    [
      'images where nothing that is loaded sees',
      {
        model: 'auto',
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
        ],
      },
      503,
      expect.stringContaining('images'),
    ],
    [
      'a tool that is not among the tools',
      { tools: TOOLS, tool_choice: { type: 'function', function: { name: 'other' } } },
      400,
      expect.stringContaining('other'),
    ],
  ])('%s', async (_, body, status, detail) => {
    const answer = await server().chat(body)
    expect([answer.statusCode, answer.json()]).toEqual([status, { detail }])
  })

  test.each([
    ['no messages', { messages: [] }, 'too_short', ['body', 'messages']],
    ['messages left out', { messages: undefined }, 'missing', ['body', 'messages']],
    ['a temperature over 2', { temperature: 2.5 }, 'less_than_equal', ['body', 'temperature']],
    ['max_tokens of 0', { max_tokens: 0 }, 'greater_than_equal', ['body', 'max_tokens']],
    ['top_p as a text', { top_p: 'much' }, 'float_type', ['body', 'top_p']],
    ['no strength of an adapter', { lora_alpha: 0 }, 'greater_than_equal', ['body', 'lora_alpha']],
    ['a part of no known type', { messages: [{ role: 'user', content: [{ type: 'smell' }] }] }, 'string_type', null],
    [
      'an image that would have to be fetched',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x/y.png' } }] }] },
      'value_error',
      null,
    ],
  ])('%s, with the place and nothing of what was sent', async (_, body, type, loc) => {
    const answer = await server().chat(body)
    const { detail } = answer.json()
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(detail[0]).sort()).toEqual(['loc', 'msg', 'type'])
    expect(detail[0].type).toBe(type)
    if (loc !== null) expect(detail[0].loc).toEqual(loc)
  })

  test('malformed JSON, with its place', async () => {
    const { app } = server()
    const headers = { 'content-type': 'application/json' }
    const url = '/inferbridge/v1/chat/completions'
    const answer = await app.inject({ method: 'POST', url, headers, payload: '{"model": x' })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { detail: [{ type: 'json_invalid', loc: ['body', expect.any(Number)], msg: 'JSON decode error' }] },
    ])
  })
})

test.each([
  ['my.id-1', /^my\.id-1$/],
  ['my:id', /^req-/],
  ['a b', /^req-/],
  [undefined, /^req-/],
])('of the request id %j, what is safe comes back', async (id, expected) => {
  const { app } = server()
  const answer = await app.inject({
    url: '/inferbridge/v1/models',
    headers: id === undefined ? {} : { 'x-request-id': id },
  })
  expect(answer.headers['x-request-id']).toMatch(expected)
})
