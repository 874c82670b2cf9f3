import { describe, expect, test } from 'vitest'
import { askChat, chunks, error, PIECES, text } from '../../../test/fakes/chat.ts'
import { type FakeModel, failsAfter, hangsAfter, says } from '../../../test/fakes/scheduler.ts'
import { expectOpenAi } from '../../../test/openai-document.ts'
import { completionSchema } from './response-schema.ts'

describe('a whole answer', () => {
  test('has everything, as documented', async () => {
    const { status, body, warnings } = await askChat({})
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

  test('is what OpenAI documents', async (context) => {
    expectOpenAi(context, 'CreateChatCompletionResponse', JSON.parse((await askChat({ n: 2 })).body))
    for (const chunk of chunks((await askChat({ stream: true, stream_options: { include_usage: true } })).body)) {
      expectOpenAi(context, 'CreateChatCompletionStreamResponse', chunk)
    }
  })

  test('may be empty', async () => {
    const { body } = await askChat({}, [{ id: 'm', reply: says() }])
    const { choices } = JSON.parse(body)
    expect([choices[0].message.content, choices[0].finish_reason]).toEqual(['', 'stop'])
  })

  test('is cut at max_tokens', async () => {
    const { choices, usage } = JSON.parse((await askChat({ max_tokens: 1 })).body)
    expect([choices[0].message.content, choices[0].finish_reason]).toEqual(['The ', 'length'])
    expect(usage.completion_tokens).toBe(1)
  })

  test('n choices differ by their seeds and are counted together', async () => {
    const { body, tasks } = await askChat({ n: 3, seed: 7, max_tokens: 2 })
    const { choices, usage } = JSON.parse(body)
    expect(choices.map((choice: { index: number }) => choice.index)).toEqual([0, 1, 2])
    expect([usage.prompt_tokens, usage.completion_tokens]).toEqual([19, 6])
    expect(tasks.map((task) => task.sampling.seed)).toEqual([7, 8, 9])
    expect(new Set(tasks.map((task) => task.prompt)).size).toBe(1)
  })

  test('n choices without a seed have none', async () => {
    const { tasks } = await askChat({ n: 2 })
    expect(tasks.map((task) => task.sampling.seed)).toEqual([null, null])
  })
})

describe('a streamed answer', () => {
  test('opens with the role, closes with the reason, and says the same', async () => {
    const all = chunks((await askChat({ stream: true })).body)
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
    const all = chunks((await askChat({ stream: true, stream_options: { include_usage: true } })).body)
    const last = all.at(-1)
    expect(last?.choices).toEqual([])
    expect(last?.usage).toEqual(JSON.parse((await askChat({})).body).usage)
    expect(all.slice(0, -1).map((chunk) => chunk.usage)).toEqual(all.slice(0, -1).map(() => null))
    expect(all.slice(0, -1).every((chunk) => chunk.choices.length === 1)).toBe(true)
  })

  test('of n choices: one role, one reason and the whole text each, and one usage', async () => {
    const all = chunks((await askChat({ stream: true, n: 3, stream_options: { include_usage: true } })).body)
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
    const { status, body } = await askChat({ stream: true }, [{ id: 'm', reply: failing }])
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
  const { status, body, scheduler } = await askChat({ n: 3, seed: 0, stream }, [{ id: 'm', reply }])
  expect([status, scheduler.running]).toEqual([stream ? 200 : 500, 0])
  expect(body).toContain('engine_error')
  expect(body).not.toContain('[DONE]')
})

describe('refusals', () => {
  test.each([false, true])('an unknown model is a 404 (stream: %s)', async (stream) => {
    const { status, body } = await askChat({ model: 'x', stream })
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
    const { status, body } = await askChat({ stream, messages: [{ role: 'user', content: 'x'.repeat(2000) }] })
    expect([status, error(body).code, error(body).param]).toEqual([400, 'context_length_exceeded', 'messages'])
    expect(error(body).message).toContain('maximum context length is 1000 tokens, but the prompt has 2017 tokens')
  })
})
