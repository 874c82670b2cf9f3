import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Program } from '../e2e/program.ts'
import { serving } from './serving.ts'

type Body = ReturnType<typeof JSON.parse>
type Answer = (body: Body, response: ServerResponse) => void

/** A server as vLLM presents itself, that answers as it is told. */
class FakeVllm {
  readonly #server: Server = createServer((request, response) => void this.#take(request, response))
  readonly bodies: Body[] = []
  readonly headers: IncomingMessage['headers'][] = []
  answer: Answer = says('ok')
  /** What it tells Prometheus; nothing: it has no such page. */
  metrics = ''

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #take(request: IncomingMessage, response: ServerResponse) {
    this.headers.push(request.headers)
    if (request.url === '/v1/models') {
      const data = ['big', 'big-vl'].map((id) => ({ id, object: 'model', owned_by: 'vllm', max_model_len: 4096 }))
      return response.end(JSON.stringify({ object: 'list', data }))
    }
    if (request.url === '/metrics') return response.writeHead(this.metrics === '' ? 404 : 200).end(this.metrics)
    const body = JSON.parse(await text(request))
    this.bodies.push(body)
    this.answer(body, response)
  }
}

function events(response: ServerResponse, ...values: readonly (object | string)[]): void {
  if (!response.headersSent) response.setHeader('content-type', 'text/event-stream')
  for (const value of values) response.write(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`)
}

const delta = (fields: object, more: object = {}) => ({ choices: [{ index: 0, delta: fields, ...more }] })
const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, prompt_tokens_details: { cached_tokens: 4 } }
const done = (reason: string, more: object = {}) => [
  delta({}, { finish_reason: reason, ...more }),
  { choices: [], usage },
  '[DONE]',
]

function says(...texts: readonly string[]): Answer {
  return (_, response) => {
    events(response, delta({ role: 'assistant' }), ...texts.map((content) => delta({ content })), ...done('stop'))
    response.end()
  }
}

const refuses =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

let first: FakeVllm
let second: FakeVllm
let program: Program
let client: OpenAI

beforeAll(async () => {
  first = new FakeVllm()
  second = new FakeVllm()
  const urls = [await first.listen(), await second.listen()]
  const served = await serving('--model-stores', 'none', '--upstreams', ...urls)
  program = served.program
  client = new OpenAI({ baseURL: `${served.url}/v1`, apiKey: 'none', maxRetries: 0 })
})
afterAll(async () => {
  await program.dispose()
  first.close()
  second.close()
})
beforeEach(() => {
  first.answer = says('ok')
  second.answer = says('ok')
})
afterEach(() => {
  for (const fake of [first, second]) fake.bodies.length = 0
})

const messages = [{ role: 'user', content: 'hi' }] as const
const ask = (fields: object = {}) =>
  client.chat.completions.create({
    model: 'big',
    messages: [...messages],
    ...fields,
  } as OpenAI.ChatCompletionCreateParamsNonStreaming)
const received = () => [...first.bodies, ...second.bodies]
const both = (answer: Answer) => {
  first.answer = answer
  second.answer = answer
}

describe('a chat', () => {
  test('is passed on as it is, and answered with what the server counts', async () => {
    both(says('Hello', ' there'))
    const answer = await ask()
    expect(answer.choices[0]?.message.content).toBe('Hello there')
    expect(answer.usage).toMatchObject({
      prompt_tokens: 7,
      completion_tokens: 3,
      prompt_tokens_details: { cached_tokens: 4 },
    })
    expect(received()).toEqual([
      {
        model: 'big',
        messages: [{ role: 'user', content: 'hi' }],
        stream: true,
        stream_options: { include_usage: true },
      },
    ])
  })

  test('ends before its stop string, also where the server tells it', async () => {
    both(says('one tw', 'o three'))
    expect((await ask({ stop: ['two'] })).choices[0]?.message.content).toBe('one ')
  })

  test('takes what this server knows by the other one’s names', async () => {
    await ask({
      temperature: 0.5,
      top_k: 20,
      min_p: 0.1,
      repeat_penalty: 1.1,
      seed: 7,
      stop: ['x'],
      max_completion_tokens: 9,
      enable_thinking: false,
      structured_outputs: { regex: '[ab]+' },
      logit_bias: { 5: 2 },
    })
    expect(received()[0]).toMatchObject({
      temperature: 0.5,
      top_k: 20,
      min_p: 0.1,
      repetition_penalty: 1.1,
      seed: 7,
      stop: ['x'],
      max_tokens: 9,
      chat_template_kwargs: { enable_thinking: false },
      structured_outputs: { regex: '[ab]+' },
      logit_bias: { 5: 2 },
    })
  })

  test.each([
    ['mirostat', { mirostat: 2 }],
    ['dry_multiplier', { dry_multiplier: 0.8 }],
    ['lora_path', { lora_path: 'a.gguf' }],
  ])('that wants %s of a server without it is refused by that name', async (param, fields) => {
    await expect(ask(fields)).rejects.toMatchObject({ status: 400, param })
    expect(received()).toEqual([])
  })

  describe('whose prompt is too long for the server', () => {
    /** Eight turns of 100 characters, of which the server reads 450 in all. */
    const long = Array.from({ length: 15 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${at} ${'x'.repeat(50)}`,
    }))
    const readsLittle: Answer = (body, response) => {
      const characters = body.messages.reduce((sum: number, { content }: Body) => sum + content.length, 0)
      if (characters <= 450) return says('short enough')(body, response)
      const message = `This model's maximum context length is 450 tokens. However, you requested ${characters} tokens.`
      refuses(400, { error: { message } })(body, response)
    }

    test('is asked again without its oldest turns, where it allows that, and tells which', async () => {
      both(readsLittle)
      const { data, response } = await ask({ messages: long, truncation: 'auto' }).withResponse()
      expect(data.choices[0]?.message.content).toBe('short enough')
      const kept = received().at(-1).messages
      expect(kept.at(-1)).toEqual(long.at(-1))
      expect(kept[0].role).toBe('user')
      expect(kept.length).toBeGreaterThanOrEqual(5)
      expect((data as unknown as Body).truncated.messages).toEqual(
        long.slice(0, long.length - kept.length).map((_, at) => at),
      )
      expect(response.headers.get('x-trivet-truncated')).toBe(`messages=${long.length - kept.length}`)
      expect(received().length).toBeLessThanOrEqual(3)
    })

    test('is refused with the sizes where it does not, or where the last turn alone is too long', async () => {
      both(readsLittle)
      await expect(ask({ messages: long })).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' })
      const one = [...long.slice(0, 2), { role: 'user', content: 'y'.repeat(1000) }]
      await expect(ask({ messages: one, truncation: 'auto' })).rejects.toMatchObject({
        code: 'context_length_exceeded',
      })
      expect(received()).toHaveLength(3)
    })
  })

  const PNG =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  const shown = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: PNG } },
      ],
    },
  ]

  test('shows images to a model that sees, and is refused for one that doesn’t', async () => {
    await ask({ model: 'big-vl', messages: shown })
    expect(received()[0].messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
        ],
      },
    ])
    await expect(ask({ messages: shown })).rejects.toMatchObject({
      status: 400,
      code: 'wrong_model_type',
      message: expect.stringContaining("it can't see"),
    })
  })

  test('thinks apart, by either name of the field or between tags', async () => {
    const stream: Answer = (_, response) => {
      events(
        response,
        delta({ reasoning_content: 'hm' }),
        delta({ reasoning: 'm' }),
        delta({ content: '4' }),
        ...done('stop'),
      )
      response.end()
    }
    both(stream)
    expect((await ask()).choices[0]?.message).toMatchObject({ reasoning_content: 'hmm', content: '4' })
    both(says('<think>hm', 'm</think>', '4'))
    expect((await ask()).choices[0]?.message).toMatchObject({ reasoning_content: 'hmm', content: '4' })
  })

  test('calls tools, one after the other, whose arguments come in pieces', async () => {
    const call = (index: number, more: object) => delta({ tool_calls: [{ index, ...more }] })
    both((_, response) => {
      events(
        response,
        call(0, { id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
        call(0, { function: { arguments: '{"x":' } }),
        call(0, { function: { arguments: '1}' } }),
        call(1, { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } }),
        ...done('tool_calls'),
      )
      response.end()
    })
    const tools = ['f', 'g'].map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }))
    const { message, finish_reason } = (await ask({ tools, tool_choice: 'required' })).choices[0] ?? {}
    expect(message?.tool_calls).toEqual([
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
      { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
    ])
    expect(finish_reason).toBe('tool_calls')
    expect(received()[0]).toMatchObject({ tool_choice: 'required', tools })
  })

  test('calls a tool also where servers send no id, and arguments as an object', async () => {
    both((_, response) => {
      events(response, delta({ tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] }), ...done('tool_calls'))
      response.end()
    })
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
    const call = { id: expect.stringMatching(/^call/), type: 'function', function: { name: 'f', arguments: '{"x":1}' } }
    expect((await ask({ tools })).choices[0]?.message.tool_calls).toEqual([call])
  })

  test('of a server that counts nothing is counted by its pieces', async () => {
    both((_, response) => {
      events(response, delta({ content: 'a' }), delta({ content: 'b' }), delta({}, { finish_reason: 'stop' }), '[DONE]')
      response.end()
    })
    expect((await ask()).usage).toMatchObject({ prompt_tokens: 0, completion_tokens: 2 })
  })

  test('of several choices is as many requests, with seeds of their own', async () => {
    const answer = await ask({ n: 2, seed: 5 })
    expect(answer.choices.map(({ message }) => message.content)).toEqual(['ok', 'ok'])
    expect(received().map(({ seed, n }) => [seed, n])).toEqual([
      [5, undefined],
      [6, undefined],
    ])
  })

  test('ends over there when its client leaves', async () => {
    const gone = new Promise<void>((resolve) => {
      both((_, response) => {
        response.once('close', resolve)
        events(response, delta({ content: 'on and on' }))
      })
    })
    const stream = await client.chat.completions.create({ model: 'big', messages: [...messages], stream: true })
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    await gone
  })
})

describe('a plain prompt', () => {
  const complete = (fields: object = {}) =>
    client.completions.create({
      model: 'big',
      prompt: 'Count',
      ...fields,
    } as OpenAI.CompletionCreateParamsNonStreaming)
  const piece = (fields: object) => ({ choices: [{ index: 0, finish_reason: null, ...fields }] })
  const answers =
    (...pieces: readonly object[]): Answer =>
    (_, response) => {
      events(response, ...pieces, piece({ text: '', finish_reason: 'stop' }), { choices: [], usage }, '[DONE]')
      response.end()
    }

  test('is passed on, and tells logprobs with the likeliest others', async () => {
    const columns = {
      tokens: ['one', ' two'],
      token_logprobs: [-0.5, -0.25],
      top_logprobs: [{ a: -3, one: -0.5, b: -2 }, { ' two': -0.25 }],
      text_offset: [0, 3],
    }
    both(answers(piece({ text: 'one two', logprobs: columns })))
    const { choices } = await complete({ logprobs: 2 })
    expect(received()[0]).toMatchObject({ prompt: 'Count', logprobs: 2 })
    expect(choices[0]).toMatchObject({
      text: 'one two',
      logprobs: {
        tokens: ['one', ' two'],
        token_logprobs: [-0.5, -0.25],
        top_logprobs: [{ one: -0.5, b: -2 }, { ' two': -0.25 }],
      },
    })
  })

  test('tells them also where a server lists them as chats have them', async () => {
    const content = [{ token: 'é', logprob: -1, bytes: [195, 169], top_logprobs: [{ token: 'é', logprob: -1 }] }]
    both(answers(piece({ text: 'é', logprobs: { content } })))
    const { choices } = await complete({ logprobs: 1 })
    expect(choices[0]?.logprobs).toMatchObject({ tokens: ['é'], token_logprobs: [-1], top_logprobs: [{ é: -1 }] })
  })
})

describe('logits of a server that tells logprobs of a prompt', () => {
  const read = async (path: string, body: object) => {
    const answer = await fetch(`${client.baseURL}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'big', ...body }),
    })
    return (await answer.json()) as Body
  }
  const place = (tokens: Record<number, readonly [number, string]>) =>
    Object.fromEntries(
      Object.entries(tokens).map(([id, [logprob, decoded_token]], index) => [
        id,
        { logprob, decoded_token, rank: index + 1 },
      ]),
    )
  const scored = {
    choices: [
      {
        index: 0,
        text: 'x',
        finish_reason: 'length',
        prompt_logprobs: [null, place({ 7: [-0.5, 'b'], 9: [-3, 'c'], 8: [-1, 'a'] }), place({ 9: [-0.25, 'c'] })],
        logprobs: {
          tokens: ['token_id:4'],
          token_logprobs: [-0.125],
          top_logprobs: [{ 'token_id:4': -0.125, 'token_id:5': -2 }],
        },
      },
    ],
    usage,
  }
  const answers: Answer = (_, response) => void response.end(JSON.stringify(scored))

  test('are its rows, the largest of each, and after the last token too', async () => {
    both(answers)
    expect(await read('logits', { input_ids: [3, 9, 9], top_n: 2 })).toEqual({
      model: 'big',
      n_rows: 3,
      vocab_size: null,
      top_n: 2,
      rows: [
        { token_ids: [7, 8], logits: [-0.5, -1] },
        { token_ids: [9], logits: [-0.25] },
        { token_ids: [4, 5], logits: [-0.125, -2] },
      ],
    })
    expect(received()).toEqual([
      {
        model: 'big',
        prompt: [3, 9, 9],
        max_tokens: 1,
        temperature: 0,
        prompt_logprobs: 2,
        logprobs: 2,
        return_tokens_as_token_ids: true,
      },
    ])
    expect((await read('logits', { input_ids: [3, 9, 9], top_n: 1, last_only: true })).rows).toEqual([
      { token_ids: [4], logits: [-0.125] },
    ])
  })

  test('are refused by name where all of a row are wanted', async () => {
    const { error } = await read('logits', { input_ids: [1], top_n: 0 })
    expect(error).toMatchObject({ code: 'unsupported_parameter', param: 'top_n' })
    expect(received()).toEqual([])
  })

  test('that are none are told with what was sent', async () => {
    both((_, response) => void response.end('{"choices":[{"text":"x"}]}'))
    const { error } = await read('logits', { input_ids: [1, 2] })
    expect(error.message).toContain('answers what are no logprobs of the prompt: {"choices":[{"text":"x"}]}')
  })
})

describe('what goes wrong', () => {
  test('at a server that is busy is tried at the other one', async () => {
    first.answer = refuses(503, {})
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ choices }) => choices[0]?.message.content)).toEqual(['ok', 'ok', 'ok'])
  })

  test('before the first byte is tried at the other one, with the same request', async () => {
    first.answer = (_, response) => response.destroy()
    second.answer = says('from the second')
    expect((await ask()).choices[0]?.message.content).toBe('from the second')
  })

  test('after the first byte is told, and not tried again', async () => {
    both((_, response) => {
      events(response, delta({ content: 'half' }))
      setImmediate(() => response.destroy())
    })
    await expect(ask()).rejects.toMatchObject({ status: 502, code: 'upstream_error' })
    expect(received().length).toBe(1)
  })

  test('again and again ends nothing that goes well', async () => {
    let finish = () => {}
    both((body, response) => {
      if (body.messages[0].content !== 'go on') return void response.destroy()
      events(response, delta({ content: 'one' }))
      finish = () => {
        events(response, delta({ content: ' two' }), ...done('stop'))
        response.end()
      }
    })
    const whole = client.chat.completions.create({
      model: 'big',
      messages: [{ role: 'user', content: 'go on' }],
      stream: true,
    })
    const texts: string[] = []
    for await (const { choices } of await whole) {
      const text = choices[0]?.delta.content ?? ''
      if (text !== '') texts.push(text)
      if (text !== 'one') continue
      for (let time = 0; time < 4; time++) await expect(ask()).rejects.toMatchObject({ status: expect.any(Number) })
      finish()
    }
    expect(texts).toEqual(['one', ' two'])
  })

  test('at all of them says when to come back', async () => {
    both(refuses(429, {}, { 'retry-after': '3' }))
    await expect(ask()).rejects.toMatchObject({ status: 429, code: 'upstream_busy' })
    expect(received().length).toBe(2)
  })

  test.each<[string, number, object, object]>([
    [
      'a prompt that is too long',
      400,
      { message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens." },
      { status: 400, code: 'context_length_exceeded' },
    ],
    [
      'a field',
      400,
      { error: { message: 'top_k must be -1 or at least 1', param: 'top_k' } },
      { status: 400, param: 'top_k' },
    ],
    ['a key', 401, { error: 'no' }, { status: 502, message: expect.stringContaining('does not accept the key') }],
    [
      'a fault',
      500,
      { detail: 'CUDA out of memory' },
      { status: 502, message: expect.stringContaining('CUDA out of memory') },
    ],
  ])('because of %s is told in its words', async (_, status, body, expected) => {
    both(refuses(status, body))
    await expect(ask()).rejects.toMatchObject(expected)
  })

  const sends =
    (type: string, text: string): Answer =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': type }).end(text)

  test.each<[string, Answer, RegExp]>([
    [
      'a whole answer',
      sends('application/json', '{"choices":[]}'),
      /no stream of events, which it was asked for: application\/json: \{"choices":\[\]\}/,
    ],
    ['a web page', sends('text/html', '<html><title>Log in</title></html>'), /asked for: a web page, "Log in"/],
    ['events that are no JSON', sends('text/event-stream', 'data: {oops\n\n'), /events that are no JSON: \{oops/],
    ['events of another kind', sends('text/event-stream', 'data: {"x":1}\n\n'), /no part of an answer: \{"x":1\}/],
    ['no end', sends('text/event-stream', 'data: {"choices":[]}\n\n'), /ended its answer without finishing it/],
    ['an error page', (_, r) => void r.writeHead(502).end('<html><title>Bad Gateway</title></html>'), /"Bad Gateway"/],
  ])('because a server sends %s is told, with what it sent and its address', async (_, answer, words) => {
    both(answer)
    const failure = await ask().then(
      () => null,
      (error) => error,
    )
    expect(failure).toMatchObject({ status: 502, code: 'upstream_error' })
    expect(failure.message).toMatch(words)
    expect(failure.message).toContain('http://127.0.0.1:')
  })

  test('in the middle of a stream is told in its words', async () => {
    both((_, response) => {
      events(response, delta({ content: 'half' }), { error: { message: 'engine died' } })
      response.end()
    })
    await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining('engine died') })
  })
})

describe('how busy servers say they are', () => {
  const gauges = (running: number, waiting: number, cache: number) => `
vllm:num_requests_running{engine="0",model_name="big"} ${running}.0
vllm:num_requests_waiting{engine="0",model_name="big"} ${waiting}.0
vllm:kv_cache_usage_perc{engine="0",model_name="big"} ${cache}
`
  test('decides who is asked, and is told with the model', async () => {
    const fakes = [new FakeVllm(), new FakeVllm()] as const
    const [one, other] = fakes
    one.metrics = gauges(30, 0, 0.5)
    other.metrics = gauges(0, 0, 0)
    const urls = [await one.listen(), await other.listen()]
    const { program: third, url } = await serving('--model-stores', 'none', '--upstreams', ...urls)
    try {
      const asking = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
      const send = () => asking.chat.completions.create({ model: 'big', messages: [...messages] })
      const told = async () => {
        const { instances } = (await (await fetch(`${url}/v1/models/big`)).json()) as {
          instances: { at: string; reported: object | null }[]
        }
        return Object.fromEntries(instances.map(({ at, reported }) => [at, reported]))
      }
      await send()
      await expect.poll(told, { timeout: 60_000 }).toEqual({
        [urls[0] ?? '']: { running: 30, waiting: 0, cache_used: 0.5, others: 30 },
        [urls[1] ?? '']: { running: 0, waiting: 0, cache_used: 0, others: 0 },
      })
      for (const fake of fakes) fake.bodies.length = 0
      for (let time = 0; time < 3; time++) await send()
      expect([one.bodies.length, other.bodies.length]).toEqual([0, 3])

      other.metrics = gauges(0, 0, 0.99)
      const full = expect.objectContaining({ cache_used: 0.99 })
      await expect.poll(told, { timeout: 60_000 }).toMatchObject({ [urls[1] ?? '']: full })
      await send()
      expect([one.bodies.length, other.bodies.length]).toEqual([1, 3])
    } finally {
      await third.dispose()
      for (const fake of fakes) fake.close()
    }
  })
})
