import { describe, expect, test } from 'vitest'
import { type FakeModel, type FakeScheduler, failsAfter, hangsAfter, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import type { GenerateTask } from '../../core/task.ts'
import { type Chunk, chunkSchema, completionSchema } from './response-schema.ts'

const PIECES = ['The ', 'quick ', 'brown ', 'fox.']
const model: FakeModel = { id: 'm', reply: says(...PIECES) }
const hello = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

interface Asked {
  readonly status: number
  readonly body: string
  readonly warnings: string | undefined
  readonly scheduler: FakeScheduler
  readonly tasks: readonly GenerateTask[]
}

const shared = fakeServer({ models: [model] })

async function ask(fields: object, models?: readonly FakeModel[]): Promise<Asked> {
  const { app, scheduler } = models ? fakeServer({ models }) : shared
  scheduler.tasks.length = 0
  const payload = { ...hello, ...fields }
  const response = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
  const warnings = response.headers['x-trivet-warnings']
  return {
    status: response.statusCode,
    body: response.body,
    warnings: warnings?.toString(),
    scheduler,
    tasks: [...scheduler.tasks],
  }
}

/** The frames of a stream that ended well, each checked against the documented schema. */
function chunks(body: string): Chunk[] {
  const frames = body.split('\n\n')
  expect(frames.slice(-2)).toEqual(['data: [DONE]', ''])
  return frames.slice(0, -2).map((frame) => chunkSchema.strict().parse(JSON.parse(frame.replace(/^data: /, ''))))
}

function text(all: readonly Chunk[], index = 0): string {
  return all
    .flatMap((chunk) => chunk.choices.filter((c) => c.index === index).map((c) => c.delta.content ?? ''))
    .join('')
}

function error(body: string): { message: string; param: string | null; code: string } {
  return JSON.parse(body).error
}

describe('a whole answer', () => {
  test('has everything, as documented', async () => {
    const { status, body, warnings } = await ask({})
    expect([status, warnings]).toEqual([200, undefined])
    expect(completionSchema.strict().parse(JSON.parse(body))).toEqual({
      id: expect.stringMatching(/^chatcmpl-\d+$/),
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'm',
      system_fingerprint: 'fp_fake',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'The quick brown fox.', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: '<user>hi<assistant>'.length,
        completion_tokens: 4,
        total_tokens: '<user>hi<assistant>'.length + 4,
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0 },
      },
    })
  })

  test('may be empty', async () => {
    const { body } = await ask({}, [{ id: 'm', reply: says() }])
    const { choices } = JSON.parse(body)
    expect([choices[0].message.content, choices[0].finish_reason]).toEqual(['', 'stop'])
  })

  test('is cut at max_tokens', async () => {
    const { choices, usage } = JSON.parse((await ask({ max_tokens: 1 })).body)
    expect([choices[0].message.content, choices[0].finish_reason]).toEqual(['The ', 'length'])
    expect(usage.completion_tokens).toBe(1)
  })

  test('n choices differ by their seeds and are counted together', async () => {
    const { body, tasks } = await ask({ n: 3, seed: 7, max_tokens: 2 })
    const { choices, usage } = JSON.parse(body)
    expect(choices.map((choice: { index: number }) => choice.index)).toEqual([0, 1, 2])
    expect([usage.prompt_tokens, usage.completion_tokens]).toEqual([19, 6])
    expect(tasks.map((task) => task.sampling.seed)).toEqual([7, 8, 9])
    expect(new Set(tasks.map((task) => task.prompt)).size).toBe(1)
  })

  test('n choices without a seed have none', async () => {
    const { tasks } = await ask({ n: 2 })
    expect(tasks.map((task) => task.sampling.seed)).toEqual([null, null])
  })
})

describe('a streamed answer', () => {
  test('opens with the role, closes with the reason, and says the same', async () => {
    const all = chunks((await ask({ stream: true })).body)
    expect(all.map((chunk) => chunk.choices)).toEqual([
      [{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }],
      ...PIECES.map((content) => [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }]),
      [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }],
    ])
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all[0]).toMatchObject({ created: 1_700_000_000, model: 'm', object: 'chat.completion.chunk' })
    expect(all.some((chunk) => 'usage' in chunk)).toBe(false)
  })

  test('tells its usage last when asked, the same as a whole answer', async () => {
    const all = chunks((await ask({ stream: true, stream_options: { include_usage: true } })).body)
    const last = all.at(-1)
    expect(last?.choices).toEqual([])
    expect(last?.usage).toEqual(JSON.parse((await ask({})).body).usage)
    expect(all.slice(0, -1).map((chunk) => chunk.usage)).toEqual(all.slice(0, -1).map(() => null))
    expect(all.slice(0, -1).every((chunk) => chunk.choices.length === 1)).toBe(true)
  })

  test('of n choices: one role, one reason and the whole text each, and one usage', async () => {
    const all = chunks((await ask({ stream: true, n: 3, stream_options: { include_usage: true } })).body)
    for (const index of [0, 1, 2]) {
      const own = all.flatMap((chunk) => chunk.choices).filter((choice) => choice.index === index)
      expect(own.filter((choice) => choice.delta.role).length).toBe(1)
      expect(own[0]?.delta).toEqual({ role: 'assistant', content: '' })
      expect(own.flatMap((choice) => choice.finish_reason ?? [])).toEqual(['stop'])
      expect(own.at(-1)?.finish_reason).toBe('stop')
      expect(text(all, index)).toBe(PIECES.join(''))
    }
    expect(all.filter((chunk) => chunk.usage).map((chunk) => chunk.usage?.completion_tokens)).toEqual([12])
  })

  test('that fails midway ends with the error and no [DONE]', async () => {
    const failing = failsAfter({ code: 'engine_error', details: { reason: 'x' }, param: null }, 'a', 'b')
    const { status, body } = await ask({ stream: true }, [{ id: 'm', reply: failing }])
    expect(status).toBe(200)
    const frames = body.trimEnd().split('\n\n')
    expect(JSON.parse(frames.at(-1)?.replace('data: ', '') ?? '')).toEqual({
      error: { message: 'The engine reported an error: x', type: 'server_error', param: null, code: 'engine_error' },
    })
    expect(frames.slice(0, -1).map((frame) => JSON.parse(frame.slice(6)).choices[0].delta.content)).toEqual([
      '',
      'a',
      'b',
    ])
  })
})

test.each([false, true])('when one choice fails the others are given up (stream: %s)', async (stream) => {
  const broken = failsAfter({ code: 'engine_error', details: { reason: 'x' }, param: null }, 'a')
  const endless = hangsAfter('a')
  const reply: FakeModel['reply'] = (task, signal) => (task.sampling.seed === 1 ? broken : endless)(task, signal)
  const { status, body, scheduler } = await ask({ n: 3, seed: 0, stream }, [{ id: 'm', reply }])
  expect([status, scheduler.running]).toEqual([stream ? 200 : 500, 0])
  expect(body).toContain('engine_error')
  expect(body).not.toContain('[DONE]')
})

describe('stop strings', () => {
  test.each([
    ['inside one token', 'uic', 'The q', 2],
    ['across tokens', 'k br', 'The quic', 3],
    ['at the start', 'The', '', 1],
    ['nowhere', 'zebra', 'The quick brown fox.', 4],
  ])('%s, streamed or not', async (_, stop, expected, tokens) => {
    const whole = JSON.parse((await ask({ stop })).body)
    const streamed = chunks((await ask({ stop: [stop], stream: true, stream_options: { include_usage: true } })).body)
    expect([whole.choices[0].message.content, text(streamed)]).toEqual([expected, expected])
    expect(whole.choices[0].finish_reason).toBe('stop')
    expect(whole.usage.completion_tokens).toBe(tokens)
    expect(streamed.at(-1)?.usage).toEqual(whole.usage)
  })

  test('end the work of their own choice and of no other', async () => {
    const endless: FakeModel = {
      id: 'm',
      reply: async function* (task, signal) {
        yield { type: 'prompt-progress', done: 1, total: 1, cached: 0 }
        for (let n = 0; !signal.aborted; n++) {
          if (task.sampling.seed === 1 && n === 50) break
          yield { type: 'text-delta', text: task.sampling.seed === 0 && n === 3 ? 'END' : 'x', tokens: 1 }
          await new Promise((resolve) => setImmediate(resolve))
        }
        if (signal.aborted) return
        yield { type: 'usage', promptTokens: 1, completionTokens: 50, cachedTokens: 0 }
        yield { type: 'finish', reason: 'length' }
      },
    }
    const { body, scheduler } = await ask({ n: 2, seed: 0, stop: 'END' }, [endless])
    const { choices, usage } = JSON.parse(body)
    expect(choices.map((choice: { message: { content: string } }) => choice.message.content)).toEqual([
      'xxx',
      'x'.repeat(50),
    ])
    expect(choices.map((choice: { finish_reason: string }) => choice.finish_reason)).toEqual(['stop', 'length'])
    expect([usage.completion_tokens, scheduler.running]).toEqual([54, 0])
  })

  test('a model without a template also stops where ChatML ends a turn', async () => {
    const { body } = await ask({}, [
      { id: 'm', chatTemplate: null, reply: says('Yes.<|im_', 'end|>\n<|im_start|>user') },
    ])
    expect(JSON.parse(body).choices[0].message.content).toBe('Yes.')
  })
})

describe('parameters', () => {
  test('null is the same as absent', async () => {
    const names = ['temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'stop', 'seed', 'n', 'logit_bias']
    const more = ['tools', 'tool_choice', 'response_format', 'stream', 'stream_options', 'user', 'logprobs', 'top_k']
    const lately = ['top_logprobs', 'min_tokens', 'ignore_eos', 'parallel_tool_calls', 'reasoning_effort', 'reasoning']
    const thinking = ['thinking_budget_tokens', 'enable_thinking', 'enable_think', 'reasoning_format']
    const all = [...names, ...more, ...lately, ...thinking, 'chat_template_kwargs']
    const nulls = Object.fromEntries(all.map((name) => [name, null]))
    const asked = await ask(nulls)
    const plain = await ask({})
    expect([asked.status, asked.warnings]).toEqual([200, undefined])
    expect({ ...JSON.parse(asked.body), id: '' }).toEqual({ ...JSON.parse(plain.body), id: '' })
    expect(asked.tasks).toEqual(plain.tasks)
  })

  test.each<[string, object]>([
    ['max_tokens', { max_tokens: 0 }],
    ['max_tokens', { max_tokens: -1 }],
    ['max_tokens', { max_tokens: 1.5 }],
    ['max_tokens', { max_tokens: '5' }],
    ['max_completion_tokens', { max_completion_tokens: 0 }],
    ['n', { n: 0 }],
    ['n', { n: -1 }],
    ['n', { n: '2' }],
    ['n', { n: 129 }],
    ['temperature', { temperature: 2.1 }],
    ['temperature', { temperature: -0.1 }],
    ['top_p', { top_p: 1.1 }],
    ['presence_penalty', { presence_penalty: 2.5 }],
    ['frequency_penalty', { frequency_penalty: -2.5 }],
    ['stop', { stop: Array.from({ length: 17 }, (_, index) => `s${index}`) }],
    ['stop.1', { stop: ['a', 5] }],
    ['seed', { seed: 1.5 }],
    ['seed', { seed: 'x' }],
    ['logit_bias.5', { logit_bias: { 5: 101 } }],
    ['logit_bias.x', { logit_bias: { x: 1 } }],
    ['logit_bias.03', { logit_bias: { '03': 1 } }],
    ['logit_bias.+3', { logit_bias: { '+3': 1 } }],
    ['logit_bias. 3', { logit_bias: { ' 3': 1 } }],
    ['logit_bias', { logit_bias: { 32: 1 } }],
    ['stream', { stream: 'yes' }],
    ['stream_options', { stream_options: { include_usage: true } }],
    ['stream_options.include_usage', { stream: true, stream_options: { include_usage: 1 } }],
    ['model', { model: 5 }],
    ['mirostat', { mirostat: 3 }],
    ['min_tokens', { min_tokens: -1 }],
    ['ignore_eos', { ignore_eos: 'yes' }],
    ['parallel_tool_calls', { parallel_tool_calls: 1 }],
  ])('%s out of bounds: %j', async (param, fields) => {
    const { status, body } = await ask(fields)
    expect([status, error(body).code, error(body).param]).toEqual([400, 'invalid_value', param])
  })

  test.each<object>([{ stop: [] }, { stop: '' }, { stop: [''] }])('%j stops nowhere', async (fields) => {
    expect(JSON.parse((await ask(fields)).body).choices[0].message.content).toBe(PIECES.join(''))
  })

  test.each<[string, object]>([
    ['functions', { functions: [{ name: 'f' }] }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['audio', { audio: { voice: 'x' } }],
    ['prediction', { prediction: {} }],
    ['store', { store: true }],
    ['web_search_options', { web_search_options: {} }],
  ])('%s is refused by name', async (param, fields) => {
    const { status, body } = await ask(fields)
    expect([status, error(body).code, error(body).param]).toEqual([400, 'unsupported_parameter', param])
  })

  test('what asks for nothing is accepted without a word', async () => {
    const { status, warnings } = await ask({
      tools: [],
      tool_choice: 'auto',
      response_format: { type: 'text' },
      logprobs: false,
      modalities: ['text'],
      store: false,
      parallel_tool_calls: true,
      metadata: { a: 'b' },
      user: 'u',
      service_tier: 'auto',
    })
    expect([status, warnings]).toEqual([200, undefined])
  })

  test('unknown fields are accepted and listed', async () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'hi', cache_control: {} }] }]
    const { status, warnings } = await ask({ messages, num_ctx: 4096, keep_alive: '5m' })
    expect([status, warnings]).toEqual([200, 'ignored: messages.0.content.0.cache_control, num_ctx'])
  })

  test('what the engine can not honour is refused by name, unless it asks for nothing', async () => {
    const limited: FakeModel = { ...model, refused: ['topK', 'logitBias', 'dry', 'maxTokens'] }
    for (const [param, fields] of [
      ['top_k', { top_k: 40 }],
      ['logit_bias', { logit_bias: { 1: 1 } }],
      ['dry_multiplier', { dry_multiplier: 1 }],
      ['max_completion_tokens', { max_tokens: 5 }],
    ] as const) {
      const { status, body } = await ask(fields, [limited])
      expect([status, error(body).code, error(body).param]).toEqual([400, 'unsupported_parameter', param])
      expect(error(body).message).toContain('is not supported by the model m.')
    }
    const neutral = { top_k: 0, logit_bias: {}, dry_multiplier: 0, temperature: 0.5 }
    expect((await ask(neutral, [limited])).status).toBe(200)
  })
})

describe('messages', () => {
  test.each<[string, string, unknown]>([
    ['messages', 'missing_field', undefined],
    ['messages', 'missing_field', null],
    ['messages', 'invalid_value', 'hi'],
    ['messages', 'invalid_value', []],
    ['messages.0', 'invalid_value', [null]],
    ['messages.0', 'invalid_value', ['hi']],
    ['messages.0.role', 'missing_field', [{ content: 'x' }]],
    ['messages.0.role', 'invalid_value', [{ role: 'robot', content: 'x' }]],
    ['messages.0.content', 'missing_field', [{ role: 'user' }]],
    ['messages.0.content', 'missing_field', [{ role: 'user', content: null }]],
    ['messages.0.content', 'missing_field', [{ role: 'assistant' }]],
    ['messages.0.content', 'missing_field', [{ role: 'assistant', content: null, tool_calls: [] }]],
    ['messages.0.content', 'invalid_value', [{ role: 'user', content: 5 }]],
    ['messages.0.content', 'invalid_value', [{ role: 'user', content: [] }]],
    [
      'messages.0.content.1',
      'invalid_value',
      [{ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image_url' }] }],
    ],
    ['messages.0.content.0', 'invalid_value', [{ role: 'user', content: ['a'] }]],
    ['messages.0.content.0.text', 'missing_field', [{ role: 'user', content: [{ type: 'text' }] }]],
    ['messages.0.tool_call_id', 'missing_field', [{ role: 'tool', content: 'x' }]],
    ['messages.1.content', 'missing_field', [{ role: 'user', content: 'x' }, { role: 'user' }]],
  ])('%s: %s for %j', async (param, code, messages) => {
    const { status, body } = await ask({ messages })
    expect([status, error(body).code, error(body).param]).toEqual([400, code, param])
  })

  test('a turn of tool calls is the same with null, empty or no content', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'get_time', arguments: '{"city":"Rome"}' } }
    const prompts = []
    for (const content of [{ content: null }, {}, { content: '' }]) {
      const messages = [
        { role: 'user', content: 'Time?' },
        { role: 'assistant', ...content, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: '12:00' },
      ]
      const { status, tasks } = await ask({ messages })
      prompts.push(status, tasks[0]?.prompt)
    }
    const prompt = '<user>Time?<assistant>(get_time {"city": "Rome"})<tool>12:00<assistant>'
    expect(prompts).toEqual([200, prompt, 200, prompt, 200, prompt])
  })

  test("a template's refusal is a 400 in its own words", async () => {
    const { status, body } = await ask({ messages: [{ role: 'user', content: 'UNSPEAKABLE' }] })
    expect([status, error(body).code]).toEqual([400, 'template_error'])
    expect(error(body).message).toContain('I will not say that')
  })

  test('a lone surrogate reaches the model as U+FFFD', async () => {
    const { app, scheduler } = fakeServer({ models: [model] })
    const payload = '{"model":"m","messages":[{"role":"user","content":"a\\ud83db"}]}'
    const headers = { 'content-type': 'application/json' }
    await app.inject({ method: 'POST', url: '/v1/chat/completions', headers, payload })
    expect(scheduler.tasks[0]?.prompt).toBe('<user>a\uFFFDb<assistant>')
  })
})

describe('refusals', () => {
  test.each([false, true])('an unknown model is a 404 (stream: %s)', async (stream) => {
    const { status, body } = await ask({ model: 'x', stream })
    expect([status, JSON.parse(body)]).toEqual([
      404,
      {
        error: {
          message: 'The model `x` does not exist here. GET /v1/models lists the ones that do.',
          type: 'invalid_request_error',
          param: 'model',
          code: 'model_not_found',
        },
      },
    ])
  })

  test.each([false, true])('a prompt too long is a 400 with both numbers (stream: %s)', async (stream) => {
    const { status, body } = await ask({ stream, messages: [{ role: 'user', content: 'x'.repeat(2000) }] })
    expect([status, error(body).code, error(body).param]).toEqual([400, 'context_length_exceeded', 'messages'])
    expect(error(body).message).toContain('maximum context length is 1000 tokens, but the prompt has 2017 tokens')
  })
})

describe('what a request wants of the model', () => {
  test('is asked of the scheduler', async () => {
    const { app, scheduler } = fakeServer({ models: [{ id: 'm', reply: says('Hello') }] })
    const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], nctx: 2000, ngl: 0, compute: 'cpu' }
    await app.inject({ method: 'POST', url: '/v1/chat/completions', payload: { ...payload, keep_alive: '1m' } })
    expect(scheduler.wishes).toEqual([{ contextTokens: 2000, gpuLayers: 0, compute: 'cpu', keepAliveMs: 60_000 }])
  })

  test('is refused beyond what the model was trained for', async () => {
    const { app } = fakeServer({ models: [{ id: 'm', reply: says('Hello') }] })
    const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], nctx: 4001 }
    const response = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
    expect(response.json().error).toMatchObject({ code: 'unsupported_parameter', param: 'nctx' })
  })

  test('is, where it says nothing, what the model was set up with', async () => {
    const defaults = { temperature: 0.2, max_tokens: 1, stop: ['x'] }
    const { app, scheduler } = fakeServer({ models: [{ id: 'm', reply: says('Hello', ' there'), defaults }] })
    const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], temperature: 0 }
    const response = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
    expect(response.json().choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'Hello' } })
    expect(scheduler.tasks[0]).toMatchObject({ maxTokens: 1, sampling: { temperature: 0 } })
  })
})
