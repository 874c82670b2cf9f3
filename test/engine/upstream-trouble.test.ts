import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { type Answer, type Body, behindTrivet, delta, done, events, FakeVllm, refuses, says } from '../fakes/vllm.ts'
import { serving } from './serving.ts'

const { ask, both, client, first, received, second } = behindTrivet()

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

  test('because servers name each other is told, and goes round once', async () => {
    const through = { headers: { 'x-trivet-via': 'srv_other' } }
    await client().chat.completions.create({ model: 'big', messages: [{ role: 'user', content: 'hi' }] }, through)
    const via = [...first.headers, ...second.headers].map((headers) => String(headers['x-trivet-via']))
    const passed = via.find((header) => header.startsWith('srv_other, '))
    expect(passed).toMatch(/^srv_other, srv_[0-9a-f]{24}$/)
    const asked = received().length
    const back = { headers: { 'x-trivet-via': String(passed) } }
    await expect(
      client().chat.completions.create({ model: 'big', messages: [{ role: 'user', content: 'hi' }] }, back),
    ).rejects.toMatchObject({ status: 508, code: 'upstream_circle' })
    expect(received()).toHaveLength(asked)
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
    const whole = client().chat.completions.create({
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
    const ready = async () => ((await (await fetch(`${client().baseURL}/models/big`)).json()) as Body).instance_count
    await expect.poll(ready, { timeout: 60_000 }).toBe(2)
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

test('a server that fails again and again is told as such: nothing crashed', async () => {
  const fake = new FakeVllm()
  const at = await fake.listen()
  const { program, url } = await serving('--model-stores', 'none', '--upstreams', at)
  try {
    fake.answer = (_, response) => void response.writeHead(500).end('{"error":"no memory"}')
    const asking = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
    const tell = () =>
      asking.chat.completions
        .create({ model: 'big', messages: [{ role: 'user', content: 'hi' }] })
        .then(String, (error: InstanceType<typeof OpenAI.APIError>) => `${error.status} ${error.message}`)
    const words = `the server at ${at} failed 3 times in a row (it failed (500): no memory)`
    await expect.poll(tell, { timeout: 60_000 }).toContain(`503 The engine of \`big\` is down: ${words}. Try again in`)
    const model = (await (await fetch(`${url}/v1/models/big`)).json()) as { reason: string }
    expect(model.reason).toContain(words)
    expect(model).toMatchObject({ owned_by: 'vllm', created: 1_700_000_000 })
  } finally {
    await program.dispose()
    await fake.close()
  }
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
      const send = () => asking.chat.completions.create({ model: 'big', messages: [{ role: 'user', content: 'hi' }] })
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
      await Promise.all(fakes.map((fake) => fake.close()))
    }
  })
})
