import { describe, expect, test } from 'vitest'
import { askChat, chunks, error, model, PIECES, text } from '../../../test/fakes/chat.ts'
import { type FakeModel, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

describe('stop strings', () => {
  test.each([
    ['inside one token', 'uic', 'The q', 2],
    ['across tokens', 'k br', 'The quic', 3],
    ['at the start', 'The', '', 1],
    ['nowhere', 'zebra', 'The quick brown fox.', 4],
  ])('%s, streamed or not', async (_, stop, expected, tokens) => {
    const whole = JSON.parse((await askChat({ stop })).body)
    const streamed = chunks(
      (await askChat({ stop: [stop], stream: true, stream_options: { include_usage: true } })).body,
    )
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
    const { body, scheduler } = await askChat({ n: 2, seed: 0, stop: 'END' }, [endless])
    const { choices, usage } = JSON.parse(body)
    expect(choices.map((choice: { message: { content: string } }) => choice.message.content)).toEqual([
      'xxx',
      'x'.repeat(50),
    ])
    expect(choices.map((choice: { finish_reason: string }) => choice.finish_reason)).toEqual(['stop', 'length'])
    expect([usage.completion_tokens, scheduler.running]).toEqual([54, 0])
  })

  test('a model without a template also stops where ChatML ends a turn', async () => {
    const { body } = await askChat({}, [
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
    const asked = await askChat(nulls)
    const plain = await askChat({})
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
    ['prediction.type', { prediction: { type: 'guess', content: 'x' } }],
    ['prediction.content', { prediction: { type: 'content', content: [] } }],
    ['parallel_tool_calls', { parallel_tool_calls: 1 }],
  ])('%s out of bounds: %j', async (param, fields) => {
    const { status, body } = await askChat(fields)
    expect([status, error(body).code, error(body).param]).toEqual([400, 'invalid_value', param])
  })

  test.each<object>([{ stop: [] }, { stop: '' }, { stop: [''] }])('%j stops nowhere', async (fields) => {
    expect(JSON.parse((await askChat(fields)).body).choices[0].message.content).toBe(PIECES.join(''))
  })

  test.each<[string, object]>([
    ['functions', { functions: [{ name: 'f' }] }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['audio', { audio: { voice: 'x' } }],
    ['store', { store: true }],
    ['web_search_options', { web_search_options: {} }],
  ])('%s is refused by name', async (param, fields) => {
    const { status, body } = await askChat(fields)
    expect([status, error(body).code, error(body).param]).toEqual([400, 'unsupported_parameter', param])
  })

  test('what asks for nothing is accepted without a word', async () => {
    const { status, warnings } = await askChat({
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
    const { status, warnings } = await askChat({ messages, num_ctx: 4096, keep_alive: '5m' })
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
      const { status, body } = await askChat(fields, [limited])
      expect([status, error(body).code, error(body).param]).toEqual([400, 'unsupported_parameter', param])
      expect(error(body).message).toContain('is not supported by the model m.')
    }
    const neutral = { top_k: 0, logit_bias: {}, dry_multiplier: 0, temperature: 0.5 }
    expect((await askChat(neutral, [limited])).status).toBe(200)
  })
})

describe('what a request wants of the model', () => {
  test('is asked of the scheduler', async () => {
    const { app, scheduler } = fakeServer({ models: [{ id: 'm', reply: says('Hello') }] })
    const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], nctx: 2000, ngl: 0, compute: 'cpu' }
    await app.inject({ method: 'POST', url: '/v1/chat/completions', payload: { ...payload, keep_alive: '1m' } })
    const compute = { take: 'first', units: [{ kind: 'cpu' }] }
    expect(scheduler.wishes).toEqual([{ contextTokens: 2000, gpuLayers: 0, compute, keepAliveMs: 60_000 }])
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
