import { describe, expect, test } from 'vitest'
import { characters, EMBEDDING_SIZE } from '../../../test/fakes/characters.ts'
import { type FakeModel, failsAfter, says, tells, thinksAndCalls } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { PLAN } from '../../../test/fakes/supervisor.ts'

const planned = {
  settings: {
    plan: PLAN,
    placement: {},
    instances: 1,
    queueCapacity: 4,
    keepAliveMs: Number.POSITIVE_INFINITY,
    adapters: [],
    defaults: {},
  },
}
const crash = { code: 'engine_crashed', details: { model: 'm', how: 'SIGSEGV', lastLine: 'x' }, param: null } as const
const models: readonly FakeModel[] = [
  { id: 'm', reply: says('Hel', 'lo'), status: planned },
  { id: 'caller', reply: tells(thinksAndCalls(), { reason: 'tool-calls' }) },
  { id: 'breaks', reply: failsAfter(crash, 'Hel') },
  { id: 'crashes', reply: failsAfter(crash) },
  {
    id: 'full',
    reply: failsAfter({ code: 'queue_full', details: { model: 'full', capacity: 4, retryAfter: 7 }, param: null }),
  },
  {
    id: 'e',
    reply: says(),
    other: characters,
    capabilities: { generate: false, embeddingSize: EMBEDDING_SIZE },
    status: planned,
  },
  { id: 'qwen3:4b@rkllm-rk3588', reply: says('x'), state: 'stopped' },
]
const { app, scheduler } = fakeServer({ models, contract: 'llamapi' })

const user = { role: 'user', content: 'hi' }

async function post(path: string, payload: object) {
  const { statusCode: status, headers, body } = await app.inject({ method: 'POST', url: path, payload })
  return { status, headers, text: body, body: body.startsWith('{') ? JSON.parse(body) : null }
}

const chat = (fields: object) => post('/v1/chat/completions', { model: 'm', messages: [user], ...fields })

async function get(path: string) {
  const { statusCode: status, headers, body } = await app.inject(path)
  return { status, type: headers['content-type'], text: body, body: body.startsWith('{') ? JSON.parse(body) : null }
}

describe('chat', () => {
  test('has what LlamaPi documents, calls always and nothing null', async () => {
    const { status, body } = await chat({})
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'chat.completion', model: 'm', usage: { completion_tokens: 2 } })
    expect(body.choices).toEqual([
      { index: 0, message: { role: 'assistant', content: 'Hello', tool_calls: [] }, finish_reason: 'stop' },
    ])
  })

  test('streams end with a chunk of usage that nobody asked for', async () => {
    const { text } = await chat({ stream: true })
    const events = text.split('\n\n').filter((event) => event !== '')
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.replace('data: ', '')))
    expect(events.at(-1)).toBe('data: [DONE]')
    expect(chunks.map(({ choices }) => choices)).toEqual([
      [{ index: 0, delta: { role: 'assistant', content: '' } }],
      [{ index: 0, delta: { content: 'Hel' } }],
      [{ index: 0, delta: { content: 'lo' } }],
      [{ index: 0, delta: {}, finish_reason: 'stop' }],
      [],
    ])
    expect(chunks.map((chunk) => 'usage' in chunk)).toEqual([false, false, false, false, true])
  })

  test('a failure midway is an event of its own, the last one', async () => {
    const { text } = await chat({ model: 'breaks', stream: true })
    const last = text
      .split('\n\n')
      .filter((event) => event !== '')
      .at(-1)
    const [name, data] = (last ?? '').split('\n')
    expect(name).toBe('event: error')
    expect(JSON.parse((data ?? '').replace('data: ', '')).error).toMatchObject({ type: 'server_error', code: null })
  })

  test.each(['function', 'custom', 'tool'])('a tool is one by its function, whatever its type: %s', async (type) => {
    const tools = [{ type, function: { name: 'get_weather', parameters: { type: 'object' } } }]
    const { body } = await chat({ model: 'caller', tools })
    const [{ message, finish_reason }] = body.choices
    expect(finish_reason).toBe('tool_calls')
    expect(message.tool_calls).toEqual([
      { id: 'call-1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
    ])
  })

  test.each([{ type: 'custom' }, { type: 'function' }, { function: { name: 'f' } }])('%j is no tool', async (tool) => {
    const { status, body } = await chat({ tools: [tool] })
    expect([status, body.error.param]).toEqual([400, expect.stringMatching(/^tools\.0/)])
  })

  test('tool_choice is read, does nothing, and that is told', async () => {
    const { status, headers } = await chat({ tool_choice: 'anything' })
    expect([status, headers['x-trivet-warnings']]).toEqual([200, expect.stringContaining('tool_choice')])
  })

  test('messages need only a role', async () => {
    scheduler.tasks.length = 0
    const messages = [{ role: 'system' }, user, { role: 'assistant' }, { role: 'tool', content: '3' }, user]
    expect((await chat({ messages })).status).toBe(200)
    expect(scheduler.tasks[0]?.prompt).toBe('<system><user>hi<assistant><tool>3<user>hi<assistant>')
  })

  test.each<[string, object]>([
    ['temperature', { temperature: 0.5 }],
    ['topP', { top_p: 0.5 }],
    ['topK', { top_k: 5 }],
    ['repetitionPenalty', { repeat_penalty: 1.5 }],
    ['frequencyPenalty', { frequency_penalty: 0.5 }],
    ['presencePenalty', { presence_penalty: 0.5 }],
  ])('%s is given by %j', async (name, fields) => {
    scheduler.tasks.length = 0
    expect((await chat(fields)).status).toBe(200)
    expect(scheduler.tasks[0]?.sampling).toMatchObject({ [name]: Object.values(fields)[0] })
  })

  test('max_completion_tokens is over max_tokens', async () => {
    scheduler.tasks.length = 0
    await chat({ max_tokens: 5, max_completion_tokens: 1 })
    expect(scheduler.tasks[0]?.maxTokens).toBe(1)
  })
})

describe('embeddings', () => {
  const ask = (fields: object) => post('/v1/embeddings', { model: 'e', input: 'abc', ...fields })

  test('are never cut, whatever the dimensions', async () => {
    const { status, headers, body } = await ask({ dimensions: 2, user: 'u' })
    expect([status, body.data[0].embedding.length]).toEqual([200, EMBEDDING_SIZE])
    expect(headers['x-trivet-warnings']).toContain('dimensions')
  })

  test('have what LlamaPi documents', async () => {
    const { body } = await ask({ input: ['a', 'bc'], encoding_format: 'base64' })
    expect(body).toEqual({
      object: 'list',
      data: [0, 1].map((index) => ({ object: 'embedding', embedding: expect.any(String), index })),
      model: 'e',
      usage: { prompt_tokens: 3, total_tokens: 3 },
    })
  })
})

describe('errors', () => {
  const part = (value: object) => ({ messages: [{ role: 'user', content: [value] }] })
  const image = (url: unknown) => part({ type: 'image_url', image_url: { url } })

  test.each<[number, string | null, string | null, object]>([
    [404, 'model_not_found', 'model', { model: 'nope' }],
    [404, 'model_not_found', 'model', { model: 'qwen3:4b@rkllm-rk3588' }],
    [400, 'missing_field', 'messages', { messages: null }],
    [400, 'invalid_value', 'messages.0.role', { messages: [{ role: 'developer', content: 'x' }] }],
    [400, 'unsupported_content_part_type', 'messages.0.content.0', part({ type: 'video', video: 'x' })],
    [400, 'unsupported_content_part_type', 'messages.0.content.0', part({ type: 'file', file: {} })],
    [400, 'invalid_content_part', 'messages.0.content.0', part({ type: 'text' })],
    [400, 'invalid_content_part', 'messages.0.content.0', part({ type: 'image_url' })],
    [400, 'invalid_content_part', 'messages.0.content.0', image('https://example.org/cat.png')],
    [400, 'invalid_content_part', 'messages.0.content.0', image('data:image/gif;base64,AAAA')],
    [400, 'invalid_content_part', 'messages.0.content.0', part({ type: 'input_audio', input_audio: { data: 'AA==' } })],
    [
      400,
      'invalid_content_part',
      'messages.0.content.0',
      part({ type: 'input_audio', input_audio: { format: 'wav', data: '~' } }),
    ],
    [400, 'context_length_exceeded', 'messages', { messages: [{ role: 'user', content: 'x'.repeat(2000) }] }],
    [500, null, null, { model: 'crashes' }],
  ])('%d %s about %s', async (status, code, param, fields) => {
    const answer = await chat(fields)
    expect(answer).toMatchObject({ status, body: { error: { code, param, message: expect.any(String) } } })
    expect(answer.body.error.type).toBe(status === 500 ? 'server_error' : 'invalid_request_error')
  })

  test('a full queue is a rate limit', async () => {
    const { status, headers, body } = await chat({ model: 'full' })
    expect([status, headers['retry-after'], body.error.type, body.error.code]).toEqual([
      429,
      '7',
      'rate_limit_exceeded',
      'queue_full',
    ])
  })

  test('an embedding asked of a chat model is refused', async () => {
    const { status, body } = await post('/v1/embeddings', { model: 'm', input: 'x' })
    expect([status, body.error.code]).toEqual([400, 'wrong_model_type'])
  })
})

describe('models', () => {
  test('are those that are loaded', async () => {
    const { body } = await get('/v1/models')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['m', 'caller', 'breaks', 'crashes', 'full', 'e'])
    expect(body.data[0]).toEqual({
      id: 'm',
      object: 'model',
      created: 0,
      owned_by: `llamapi/${PLAN.driver}`,
      platform: PLAN.driver,
      instance_count: 1,
      model_path: '/models/m',
      model_kind: 'chat',
    })
    expect(await get('/v1/models/e')).toMatchObject({ status: 200, body: { id: 'e', model_kind: 'embedding' } })
  })

  test('one that is not loaded is not there, by either spelling of its id', async () => {
    for (const id of ['qwen3:4b@rkllm-rk3588', 'qwen3%3A4b%40rkllm-rk3588']) {
      expect(await get(`/v1/models/${id}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'model_not_found', param: 'model' } },
      })
    }
  })

  const load = (fields: object) => post('/v1/models/load', { model_id: 'qwen3:4b@rkllm-rk3588', ...fields })

  test('are loaded by their path, once or in part', async () => {
    scheduler.orders.length = 0
    const default_params = { temperature: 0.7, max_tokens: 512, max_context_len: 2048, stop: ['x'] }
    const { status, body } = await load({ model_path: '/m', instance_count: 2, request_queue_size: 3, default_params })
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: "model 'qwen3:4b@rkllm-rk3588' partially loaded",
        requested_instance_count: 2,
        actual_instance_count: 1,
      },
    ])
    expect(scheduler.orders).toEqual([
      {
        id: 'qwen3:4b@rkllm-rk3588',
        path: '/m',
        placement: { contextTokens: 2048 },
        instances: 2,
        queueCapacity: 3,
        keepAliveMs: Number.POSITIVE_INFINITY,
        defaults: { temperature: 0.7, max_tokens: 512, stop: ['x'] },
      },
    ])
    expect((await load({ model_path: '/m' })).body.message).toBe("model 'qwen3:4b@rkllm-rk3588' loaded")
  })

  test.each<[number, string, string, object]>([
    [409, 'model_already_exists', 'model_id', { model_id: 'm', model_path: '/m' }],
    [400, 'invalid_instance_count', 'instance_count', { model_path: '/m', instance_count: 0 }],
    [400, 'invalid_value', 'instance_count', { model_path: '/m', instance_count: -1 }],
    [400, 'missing_field', 'model_path', {}],
  ])('are not loaded: %d %s about %s', async (status, code, param, fields) => {
    expect(await load(fields)).toMatchObject({ status, body: { error: { code, param } } })
  })

  test('are resized and unloaded', async () => {
    expect((await post('/v1/models/resize', { model_id: 'm', instance_count: 2 })).body).toEqual({
      success: true,
      message: "model 'm' partially resized",
      requested_instance_count: 2,
      actual_instance_count: 1,
    })
    expect((await post('/v1/models/unload', { model_id: 'm' })).body).toEqual({
      success: true,
      message: "model 'm' unloaded",
    })
    const none = await post('/v1/models/resize', { model_id: 'm', instance_count: 0 })
    expect(none).toMatchObject({ status: 400, body: { error: { code: 'invalid_instance_count' } } })
  })

  test.each([0, -1, -64])('never have %i instances: the least is told the same', async (count) => {
    const size = { model_id: 'm', instance_count: count }
    for (const answer of [
      await load({ model_path: '/m', instance_count: count }),
      await post('/v1/models/resize', size),
    ]) {
      const message = expect.stringContaining('`instance_count` must be at least 1')
      expect(answer).toMatchObject({ status: 400, body: { error: { message } } })
    }
  })
})

test('health is a word', async () => {
  expect(await get('/health')).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8', text: 'ok' })
})
