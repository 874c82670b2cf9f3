import { describe, expect, test } from 'vitest'
import { ManualClock, settled } from '../../../test/fakes/clock.ts'
import {
  type FakeModel,
  failsAfter,
  type OtherTask,
  type Reply,
  says,
  tells,
  thinksAndCalls,
} from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { TrivetError } from '../../core/errors.ts'

const M = 'org/fake:Q4_K_M'
const hello: FakeModel = { id: M, reply: says('Hello', ' there') }
const NOW = '2023-11-14T22:13:20.000Z'

function server(...models: FakeModel[]) {
  const { app, scheduler } = fakeServer({ models: models.length > 0 ? models : [hello] })
  const post = (path: string, body: object) => app.inject({ method: 'POST', url: `/api/${path}`, payload: body })
  const lines = async (path: string, body: object) => {
    const response = await post(path, body)
    expect(response.headers['content-type']).toBe('application/x-ndjson')
    return response.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  return {
    app,
    scheduler,
    post,
    lines,
    prompt: () => scheduler.tasks.at(-1)?.prompt,
    task: () => scheduler.tasks.at(-1),
  }
}

const messages = [{ role: 'user', content: 'hi' }]
const tool = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object', properties: {} } } }
const PROMPT_TOKENS = '<user>hi<assistant>'.length
const COUNTS = {
  total_duration: 0,
  load_duration: 0,
  prompt_eval_count: PROMPT_TOKENS,
  prompt_eval_duration: 0,
  eval_count: 2,
  eval_duration: 0,
}

describe('chat', () => {
  test('streams a line a piece, and the counts in the last', async () => {
    const common = { model: M, created_at: NOW }
    expect(await server().lines('chat', { model: M, messages })).toEqual([
      { ...common, message: { role: 'assistant', content: 'Hello' }, done: false },
      { ...common, message: { role: 'assistant', content: ' there' }, done: false },
      { ...common, message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', ...COUNTS },
    ])
  })

  test('is one object when not streamed', async () => {
    const response = await server().post('chat', { model: M, messages, stream: false })
    expect(response.json()).toEqual({
      model: M,
      created_at: NOW,
      message: { role: 'assistant', content: 'Hello there' },
      done: true,
      done_reason: 'stop',
      ...COUNTS,
    })
  })

  test('has thoughts and calls beside the content', async () => {
    const thinker: FakeModel = { id: M, reply: tells(thinksAndCalls(), { reason: 'tool-calls' }) }
    const call = { id: 'call-1', function: { name: 'get_weather', arguments: { city: 'Paris' } } }
    const whole = await server(thinker).post('chat', { model: M, messages, tools: [tool], stream: false })
    expect(whole.json()).toMatchObject({
      message: { content: 'Let me look.', thinking: 'They want the weather.', tool_calls: [call] },
      done_reason: 'stop',
    })
    const said = (await server(thinker).lines('chat', { model: M, messages, tools: [tool] })).map(
      (line) => line.message,
    )
    expect(said).toEqual([
      { role: 'assistant', content: '', thinking: 'They want' },
      { role: 'assistant', content: '', thinking: ' the weather.' },
      { role: 'assistant', content: 'Let me' },
      { role: 'assistant', content: ' look.' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'assistant', content: '' },
    ])
  })

  test('gives results to the calls they belong to', async () => {
    const { post, prompt } = server()
    const call = (city: string) => ({ function: { name: 'get_weather', arguments: { city } } })
    const conversation = [
      ...messages,
      { role: 'assistant', content: '', tool_calls: [call('Rome'), call('Oslo')] },
      { role: 'tool', tool_name: 'get_weather', content: 'sunny' },
      { role: 'tool', content: 'snow' },
    ]
    expect((await post('chat', { model: M, messages: conversation })).statusCode).toBe(200)
    expect(prompt()).toBe(
      '<user>hi<assistant>(get_weather {"city": "Rome"})(get_weather {"city": "Oslo"})<tool>sunny<tool>snow<assistant>',
    )
  })

  test('is asked as its manual does with curl, though not by a page', async () => {
    const { app } = server()
    const asked = {
      method: 'POST',
      url: '/api/chat',
      payload: JSON.stringify({ model: M, messages, stream: false }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as const
    expect((await app.inject(asked)).json().message.content).toBe('Hello there')
    const headers = { ...asked.headers, origin: 'https://elsewhere.example' }
    const refused = await app.inject({ ...asked, headers })
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      expect.stringContaining('A page of https://elsewhere.example may not do this here.'),
    ])
    expect((await app.inject({ ...asked, url: '/v1/chat/completions' })).statusCode).toBe(415)
  })

  test('finds the model behind `:latest`', async () => {
    const { post } = server({ ...hello, id: 'plain' })
    const response = await post('chat', { model: 'plain:latest', messages, stream: false })
    expect([response.statusCode, response.json().model]).toEqual([200, 'plain:latest'])
  })

  test('that fails midway ends with an error line', async () => {
    const details = { model: M, how: 'SIGSEGV', lastLine: 'abort' }
    const { lines } = server({ id: M, reply: failsAfter({ code: 'engine_crashed', details, param: null }, 'Hel') })
    expect((await lines('chat', { model: M, messages })).at(-1)).toEqual({
      error: expect.stringContaining('ended unexpectedly (SIGSEGV)'),
    })
  })
})

describe('generate', () => {
  test('makes a conversation of the prompt', async () => {
    const { post, prompt } = server()
    const response = await post('generate', { model: M, system: 'Be brief.', prompt: 'hi', stream: false })
    expect(response.json()).toMatchObject({ response: 'Hello there', done: true, eval_count: 2 })
    expect(prompt()).toBe('<system>Be brief.<user>hi<assistant>')
  })

  test('takes a raw prompt as it is, and ends at stop strings', async () => {
    const { post, prompt } = server()
    const options = { stop: ['the'] }
    const response = await post('generate', { model: M, prompt: 'hi', raw: true, stream: false, options })
    expect([prompt(), response.json().response]).toEqual(['hi', 'Hello '])
  })

  test('refuses a system text beside a raw prompt, which would have no place for it', async () => {
    const { post } = server()
    const response = await post('generate', { model: M, prompt: 'hi', raw: true, system: 'Be brief.' })
    expect(response.statusCode).toBe(400)
    expect(response.json().error).toBe('`system` is not allowed with `raw`: write it into the prompt.')
  })

  test.each([
    ['generate', { response: '' }],
    ['chat', { message: { role: 'assistant', content: '' } }],
  ])('%s without a prompt loads the model', async (path, said) => {
    const { post, scheduler } = server()
    const response = await post(path, { model: M, keep_alive: '5m' })
    expect(response.json()).toEqual({ model: M, created_at: NOW, ...said, done: true, done_reason: 'load' })
    expect(scheduler.wishes).toEqual([{ keepAliveMs: 300_000 }])
  })

  test.each([0, '0s'])('and with nothing to keep it alive for, it is unloaded: %j', async (keep_alive) => {
    const { post, scheduler } = server()
    const response = await post('generate', { model: M, keep_alive })
    expect(response.json()).toMatchObject({ done: true, done_reason: 'unload' })
    expect(scheduler.unloaded).toEqual([{ id: M, deadlineMs: undefined }])
  })

  test('an answer may be asked for by a larger context, and for its model to go after it', async () => {
    const { post, scheduler } = server()
    await post('chat', { model: M, messages, stream: false, keep_alive: 0, options: { num_ctx: 2000 } })
    expect(scheduler.wishes[0]).toEqual({ keepAliveMs: 0, contextTokens: 2000, contextCapped: true })
  })

  test('what a request leaves out is as the model was set up', async () => {
    const { post, task } = server({ ...hello, defaults: { temperature: 0.1, max_tokens: 1 } })
    await post('chat', { model: M, messages, stream: false, options: { top_k: 3 } })
    expect(task()).toMatchObject({ maxTokens: 1, sampling: { temperature: 0.1, topK: 3, topP: 0.9 } })
  })
})

describe('options', () => {
  test.each(['chat', 'generate', 'generate raw'])(
    'that an engine does not have are refused of those who name them, and no defaults: %s',
    async (kind) => {
      const { post, task } = server({
        ...hello,
        refused: ['temperature', 'topK', 'topP', 'repetitionPenalty', 'penaltyWindow'],
      })
      const [name = ''] = kind.split(' ')
      const request = { model: M, messages, prompt: 'hi', stream: false, ...(kind.endsWith('raw') && { raw: true }) }
      expect((await post(name, request)).statusCode).toBe(200)
      expect(task()?.sampling).toMatchObject({ temperature: 1, topK: 0, topP: 1, repetitionPenalty: 1 })
      expect((await post(name, { ...request, options: { top_k: 40 } })).statusCode).toBe(400)
    },
  )

  test("are sampled with, and Ollama's own defaults where there are none", async () => {
    const { post, task } = server()
    await post('chat', { model: M, messages, stream: false })
    expect(task()?.sampling).toMatchObject({
      temperature: 0.8,
      topK: 40,
      topP: 0.9,
      repetitionPenalty: 1.1,
      seed: null,
    })
    const options = { temperature: 0, seed: 7, num_predict: 1, num_ctx: 1000, mirostat: 2, num_gpu: 99 }
    const response = await post('chat', { model: M, messages, stream: false, options })
    expect(response.json()).toMatchObject({ message: { content: 'Hello' }, done_reason: 'length' })
    expect(response.headers['x-trivet-warnings']).toBe('ignored: options.num_gpu')
    expect(task()).toMatchObject({
      maxTokens: 1,
      sampling: { temperature: 0, seed: 7, mirostat: { version: 2, tau: 5, eta: 0.1 } },
    })
  })
})

test('a context beyond what the model was trained for is cut to that, and said', async () => {
  const { post, scheduler } = server()
  for (const [path, body] of [
    ['chat', { messages }],
    ['generate', { prompt: 'hi', raw: true }],
  ] as const) {
    const response = await post(path, { model: M, stream: false, options: { num_ctx: 4001 }, ...body })
    expect([response.statusCode, response.headers['x-trivet-warnings']]).toEqual([
      200,
      'ignored: options.num_ctx: more than 4000',
    ])
  }
  const enough = await post('chat', { model: M, messages, stream: false, options: { num_ctx: 4000 } })
  expect(enough.headers['x-trivet-warnings']).toBeUndefined()
  expect(scheduler.wishes.every(({ contextCapped }) => contextCapped)).toBe(true)
})

test.each([true, false])("time spent on a call that is not shown yet is the answer's (stream: %s)", async (stream) => {
  const clock = new ManualClock()
  const reply: Reply = async function* (task) {
    const promptTokens = task.prompt.length
    clock.advance(30)
    yield { type: 'prompt-progress', done: promptTokens, total: promptTokens, cached: 0 }
    await settled()
    clock.advance(200)
    yield { type: 'tool-call-start', call: 0, id: 'call-1', name: 'get_weather', tokens: 1 }
    yield { type: 'tool-call-delta', call: 0, arguments: '{}', tokens: 1 }
    clock.advance(100)
    yield { type: 'tool-call-end', call: 0, tokens: 0 }
    yield { type: 'usage', promptTokens, completionTokens: 2, cachedTokens: 0 }
    yield { type: 'finish', reason: 'tool-calls' }
  }
  const { app } = fakeServer({ models: [{ id: M, reply }], serverClock: clock })
  const payload = { model: M, messages, tools: [tool], stream }
  const response = await app.inject({ method: 'POST', url: '/api/chat', payload })
  expect(JSON.parse(response.body.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    prompt_eval_duration: 30e6,
    eval_duration: 300e6,
    total_duration: 330e6,
  })
})

describe('what is refused', () => {
  test.each<[string, number, string, object]>([
    [
      'chat',
      400,
      '`tools.0.function.name` must be 1 to 128 letters',
      { tools: [{ ...tool, function: { name: 'a b' } }] },
    ],
    [
      'chat',
      400,
      "it can't see, and `messages.0.images.0` is an image",
      { messages: [{ role: 'user', content: '', images: ['AA=='] }] },
    ],
    ['generate', 400, "it can't see, and `images.0` is an image", { images: ['AA=='] }],
    ['generate', 400, 'The parameter `suffix` is not supported', { suffix: 'end' }],
    ['chat', 404, 'The model `nope` does not exist here.', { model: 'nope' }],
    ['chat', 400, '`options.top_p` must be at most 1', { options: { top_p: 2 } }],
    ['chat', 400, 'the prompt has', { messages: [{ role: 'user', content: 'x'.repeat(1200) }] }],
    ['generate', 400, 'the prompt has', { prompt: 'x'.repeat(1200) }],
    ['embed', 400, 'it makes no embeddings', { input: 'x' }],
    ['push', 501, 'Pushing a model is not possible here', {}],
    ['copy', 404, 'The model `a` does not exist here', { source: 'a', destination: 'b' }],
  ])('%s: %d %s', async (path, status, message, fields) => {
    const response = await server().post(path, { model: M, messages, prompt: 'hi', ...fields })
    expect([response.statusCode, response.json()]).toEqual([status, { error: expect.stringContaining(message) }])
  })

  test('deleting a model that is not there', async () => {
    const response = await server().app.inject({ method: 'DELETE', url: '/api/delete', payload: { model: 'nope' } })
    expect([response.statusCode, response.json().error]).toEqual([
      404,
      expect.stringContaining('`nope` does not exist'),
    ])
  })

  test('a model that can not be loaded', async () => {
    const openFailure = new TrivetError('model_load_failed', { model: M, reason: 'it is damaged' })
    const response = await server({ ...hello, openFailure }).post('chat', { model: M, messages })
    expect([response.statusCode, response.json().error]).toEqual([500, expect.stringContaining('it is damaged')])
  })
})

describe('the models', () => {
  const stopped: FakeModel = { id: 'later', state: 'stopped', reply: says() }

  test('tags, ps and show agree', async () => {
    const { app, post } = server(hello, stopped)
    const tags = (await app.inject('/api/tags')).json()
    expect(tags.models.map((model: { name: string }) => model.name)).toEqual([M, 'later'])
    expect(tags.models[0]).toMatchObject({
      model: M,
      modified_at: NOW,
      size: 2_000_000,
      details: { format: 'gguf', family: 'fake', parameter_size: '1M' },
    })
    expect((await app.inject('/api/ps')).json().models).toMatchObject([{ name: M, context_length: 1000 }])
    const show = (await post('show', { model: M })).json()
    expect(show).toMatchObject({
      parameters: 'num_ctx 1000',
      model_info: { 'general.architecture': 'fake', 'fake.context_length': 4000 },
      capabilities: ['completion', 'tools'],
      details: tags.models[0].details,
    })
    expect((await post('show', { name: 'nope' })).json()).toEqual({
      error: expect.stringContaining('The model `nope` does not exist here.'),
    })
  })

  test('version', async () => {
    const { app } = server()
    expect((await app.inject('/api/version')).json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      trivet: '0.0.0-test',
    })
  })
})

describe('embeddings', () => {
  const embeds: Reply<OtherTask> = async function* (task) {
    if (task.kind !== 'embed') throw new Error('only embeds')
    for (const [index, input] of task.inputs.entries()) {
      const bytes = Buffer.from(new Float32Array([0.6, 0, 0.8]).buffer)
      yield { type: 'embedding', index, vector: bytes.toString('base64'), tokens: input.length }
    }
    yield { type: 'usage', promptTokens: 0, completionTokens: 0, cachedTokens: 0 }
    yield { type: 'finish', reason: 'stop' }
  }
  const embedder: FakeModel = { id: M, reply: says(), other: embeds, capabilities: { embeddingSize: 3 } }

  test('of several texts, in order', async () => {
    const body = (await server(embedder).post('embed', { model: M, input: ['ab', 'c'] })).json()
    expect(body).toMatchObject({ model: M, prompt_eval_count: 3, total_duration: 0 })
    expect(body.embeddings.map((vector: number[]) => vector.map((value) => value.toFixed(3)))).toEqual(
      Array(2).fill(['0.600', '0.000', '0.800']),
    )
  })

  test('cut to fewer numbers are of length 1 again', async () => {
    const nested = server({ ...embedder, nestedEmbeddings: true })
    const body = (await nested.post('embed', { model: M, input: 'ab', dimensions: 1 })).json()
    expect(body.embeddings).toEqual([[1]])
  })

  test('of one text, the older way', async () => {
    const body = (await server(embedder).post('embeddings', { model: M, prompt: 'ab' })).json()
    expect(body.embedding.length).toBe(3)
  })
})
