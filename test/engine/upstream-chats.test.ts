import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Answer, type Body, behindTrivet, delta, done, events, refuses, says } from '../fakes/vllm.ts'

const { ask, both, client, first, received, second } = behindTrivet()

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

  test('ends before its stop string, also where the server tells it, with the prompt estimated by others', async () => {
    // Either server has counted seven tokens of this prompt before.
    while (first.bodies.length === 0 || second.bodies.length === 0) await Promise.all([ask(), ask()])
    both(says('one tw', 'o three'))
    const { choices, usage } = await ask({ stop: ['two'] })
    expect(choices[0]?.message.content).toBe('one ')
    expect(usage).toMatchObject({ prompt_tokens: 7, prompt_tokens_details: { estimated: true } })
    const stream = await client().chat.completions.create({
      model: 'big',
      messages: [{ role: 'user', content: 'hi' }],
      stop: ['two'],
      stream: true,
      stream_options: { include_usage: true },
    })
    const told = []
    for await (const { usage } of stream) if (usage) told.push(usage)
    expect(told).toMatchObject([{ prompt_tokens: 7, prompt_tokens_details: { estimated: true } }])
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
    ['thinking_budget_tokens', { thinking_budget_tokens: 5 }],
    ['reasoning.max_tokens', { reasoning: { max_tokens: 5 } }],
  ])('that wants %s of a server without it is refused by that name', async (param, fields) => {
    await expect(ask(fields)).rejects.toMatchObject({ status: 400, param })
    expect(received()).toEqual([])
  })

  test('of Anthropic’s API that limits its thinking is refused by that API’s name', async () => {
    const thinking = { type: 'enabled', budget_tokens: 1024 }
    const answer = await fetch(`${client().baseURL}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'big', max_tokens: 2048, messages: [{ role: 'user', content: 'hi' }], thinking }),
    })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as Body).error.message).toContain('`thinking.budget_tokens` is not supported')
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
    expect((await ask()).usage).toMatchObject({
      prompt_tokens: expect.any(Number),
      completion_tokens: 2,
      prompt_tokens_details: { estimated: true },
    })
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['br, gzip', (bytes) => gzipSync(brotliCompressSync(bytes))],
  ])('is read however something on the way has compressed it: %s', async (encoding, compress) => {
    const headers = { 'content-type': 'text/event-stream', 'content-encoding': encoding }
    const values = [delta({ content: 'pressed' }), ...done('stop')]
    const lines = values.map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`)
    both((_, response) => void response.writeHead(200, headers).end(compress(Buffer.from(lines.join('')))))
    expect((await ask()).choices[0]?.message.content).toBe('pressed')
    const refusal = compress(Buffer.from(JSON.stringify({ error: { message: 'top_k is odd', param: 'top_k' } })))
    both((_, response) => void response.writeHead(400, { 'content-encoding': encoding }).end(refusal))
    await expect(ask()).rejects.toMatchObject({ status: 400, param: 'top_k' })
  })

  test('comes as it is written also where it is compressed on the way', async () => {
    let finish = () => {}
    both((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      const gzip = createGzip()
      gzip.pipe(response)
      gzip.write(`data: ${JSON.stringify(delta({ content: 'one' }))}\n\n`)
      gzip.flush()
      finish = () =>
        gzip.end(
          done('stop')
            .map((value) => `data: ${JSON.stringify(value)}\n\n`)
            .join(''),
        )
    })
    const stream = await client().chat.completions.create({
      model: 'big',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
    })
    const texts: string[] = []
    for await (const { choices } of stream) {
      const text = choices[0]?.delta.content ?? ''
      if (text === '') continue
      texts.push(text)
      finish()
    }
    expect(texts).toEqual(['one'])
  })

  test('ends with any word for it that OpenAI does not have', async () => {
    both((_, response) => {
      events(response, delta({ content: 'done' }), ...done('eos_token'))
      response.end()
    })
    expect((await ask()).choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'done' } })
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
    const stream = await client().chat.completions.create({
      model: 'big',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
    })
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    await gone
  })
})
