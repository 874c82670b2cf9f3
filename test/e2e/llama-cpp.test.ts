import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childrenOf, gone } from '../engine/processes.ts'
import { CORRUPT_FILES } from '../fixtures/gguf/index.ts'
import { fixture, models } from '../fixtures/models.ts'
import { Program } from './program.ts'

const EMOJI = '🇫🇷👩‍👩‍👧 Ünïcode 日本語 ёчки'

/** The built server with models that llama.cpp really runs; every model on one thread. */
class Server {
  readonly program: Program
  url = ''
  client = new OpenAI({ apiKey: 'none', baseURL: 'http://invalid' })

  constructor(files: Record<string, string>, flags: readonly string[] = []) {
    const named = Object.entries(files).flatMap(([id, path]) => ['--model', `${path}=${id}`])
    this.program = new Program(['serve', '--port', '0', '--threads', '1', ...flags, ...named])
  }

  async ready(): Promise<this> {
    this.url = await this.program.listening()
    this.client = new OpenAI({ apiKey: 'none', baseURL: `${this.url}/v1`, maxRetries: 0 })
    return this
  }

  chat(model: string, extra: Record<string, unknown> = {}) {
    const messages = [{ role: 'user' as const, content: 'Say it.' }]
    return this.client.chat.completions.create({ model, messages, stream: false, ...extra })
  }

  /** The whole text of a stream, and its frames as they came. */
  async stream(model: string, extra: Record<string, unknown> = {}) {
    const messages = [{ role: 'user' as const, content: 'Say it.' }]
    const stream = await this.client.chat.completions.create({ model, messages, ...extra, stream: true })
    let text = ''
    let finish: string | null = null
    for await (const { choices } of stream) {
      text += choices[0]?.delta.content ?? ''
      finish = choices[0]?.finish_reason ?? finish
    }
    return { text, finish }
  }

  async status(model: string) {
    const response = await fetch(`${this.url}/v1/models/${model}`)
    return (await response.json()) as {
      running: number
      waiting: number
      instances: { crashes: number }[]
    }
  }

  /** Resolves when nothing of the model runs or waits; the test's own time limit is the only one. */
  async quiet(model: string): Promise<void> {
    for (let now = await this.status(model); now.running + now.waiting > 0; now = await this.status(model)) {}
  }

  /** Resolves when the server knows that the model's engine is gone: a request may be sent to it until then. */
  async crashed(model: string): Promise<void> {
    while ((await this.status(model)).instances.every(({ crashes }) => crashes === 0)) {}
  }
}

describe('a server on llama.cpp', () => {
  let server: Server
  beforeAll(async () => {
    const endless = { endless: true, contextTokens: 4096 }
    server = await new Server({
      hello: models.scripted(),
      emoji: models.scripted({ script: EMOJI }),
      endless: models.scripted(endless),
      random: models.random(),
      embedder: models.embedder(),
    }).ready()
  })
  afterAll(() => server.program.dispose())

  it('lists its models, and tells one by its id', async () => {
    const ids = (await server.client.models.list()).data.map(({ id }) => id)
    expect(ids).toEqual(['hello', 'emoji', 'endless', 'random', 'embedder'])
    expect(await server.client.models.retrieve('hello')).toMatchObject({ id: 'hello', object: 'model' })
  })

  it('chats, whole and streamed, with true usage', async () => {
    const { choices, usage } = await server.chat('hello')
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Hello from the scripted model.' } })
    expect(usage?.completion_tokens).toBe(7)
    expect(await server.stream('hello')).toEqual({ text: 'Hello from the scripted model.', finish: 'stop' })
  })

  it('gives eight streams at once exactly what one alone gets', async () => {
    expect(await server.stream('emoji')).toEqual({ text: EMOJI, finish: 'stop' })
    const together = await Promise.all(Array.from({ length: 8 }, () => server.stream('emoji')))
    expect(together).toEqual(Array.from({ length: 8 }, () => ({ text: EMOJI, finish: 'stop' })))
  })

  it('never cuts a character in half, wherever max_tokens falls', async () => {
    for (let limit = 1; limit <= 12; limit++) {
      const { text } = await server.stream('emoji', { max_tokens: limit })
      expect(text).not.toContain('\u{FFFD}')
      expect(EMOJI.startsWith(text)).toBe(true)
    }
  })

  it('cuts before a stop string that lies across tokens', async () => {
    const stop = ['m the scr']
    const whole = await server.chat('hello', { stop })
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Hello fro' } })
    expect(await server.stream('hello', { stop })).toEqual({ text: 'Hello fro', finish: 'stop' })
  })

  it('repeats a seeded answer, and answers otherwise with another seed', async () => {
    const text = async (seed: number) => (await server.stream('random', { seed, max_tokens: 40 })).text
    expect(await text(5)).toBe(await text(5))
    expect(await text(6)).not.toBe(await text(5))
  })

  it('takes every sampling parameter it documents', async () => {
    const { choices, usage } = await server.chat('random', {
      max_tokens: 12,
      seed: 3,
      temperature: 0.8,
      top_p: 0.9,
      top_k: 20,
      min_p: 0.01,
      typical_p: 0.95,
      presence_penalty: 0.5,
      frequency_penalty: 0.5,
      repetition_penalty: 1.1,
      repeat_last_n: 32,
      dry_multiplier: 0.8,
      xtc_probability: 0.1,
      xtc_threshold: 0.1,
      logit_bias: { 300: -100 },
      n: 2,
    })
    expect(choices.map(({ index }) => index)).toEqual([0, 1])
    expect(usage?.completion_tokens).toBeLessThanOrEqual(24)
    const mirostat = await server.chat('random', { max_tokens: 4, seed: 3, mirostat: 2 })
    expect(mirostat.choices[0]?.finish_reason).not.toBeNull()
  })

  it('bans and forces tokens by logit_bias', async () => {
    const greedy = await server.chat('random', { temperature: 0, max_tokens: 8, logit_bias: { 300: 100 } })
    const again = await server.chat('random', { temperature: 0, max_tokens: 8, logit_bias: { 300: -100 } })
    const words = (greedy.choices[0]?.message.content ?? '').length
    expect(greedy.usage?.completion_tokens).toBe(8)
    expect(words).toBeGreaterThan(0)
    expect(again.choices[0]?.message.content).not.toBe(greedy.choices[0]?.message.content)
    const beyond = server.chat('random', { logit_bias: { 999999: 1 } })
    await expect(beyond).rejects.toMatchObject({ status: 400, param: 'logit_bias' })
  })

  it('ends at the context with `length`, and refuses a prompt that does not fit, with both numbers', async () => {
    const { choices, usage } = await server.chat('endless')
    expect(choices[0]?.finish_reason).toBe('length')
    expect(usage?.total_tokens).toBe(4096)
    const messages = [{ role: 'user', content: 'x '.repeat(5000) }]
    const refused = server.chat('endless', { messages, stream: true })
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      message: expect.stringMatching(/maximum context length is 4096 tokens, but the prompt has \d{4,} tokens/),
    })
  })

  it('refuses to chat with an embedding model', async () => {
    await expect(server.chat('embedder')).rejects.toMatchObject({ status: 400, code: 'wrong_model_type' })
  })

  it('stops when a client leaves its stream', async () => {
    const messages = [{ role: 'user' as const, content: 'Go on.' }]
    const stream = await server.client.chat.completions.create({ model: 'endless', messages, stream: true })
    for await (const _ of stream) break
    stream.controller.abort()
    await server.quiet('endless')
    expect((await server.chat('hello')).choices[0]?.finish_reason).toBe('stop')
  })

  it('stops when clients leave that wait for a whole answer, running or queued', async () => {
    const controller = new AbortController()
    const messages = [{ role: 'user' as const, content: 'Go on.' }]
    const asked = Array.from({ length: 9 }, () =>
      server.client.chat.completions
        .create({ model: 'endless', messages }, { signal: controller.signal })
        .catch((error: Error) => error.name),
    )
    while ((await server.status('endless')).waiting === 0) {}
    controller.abort()
    await Promise.all(asked)
    await server.quiet('endless')
    expect((await server.chat('endless', { max_tokens: 3 })).usage?.completion_tokens).toBe(3)
  })

  it('survives its engine: running requests get engine_crashed, the next one is answered', async () => {
    await server.chat('hello')
    const messages = [{ role: 'user' as const, content: 'Go on.' }]
    const stream = await server.client.chat.completions.create({ model: 'endless', messages, stream: true })
    const engines = childrenOf(server.program.pid)
    const read = (async () => {
      for await (const { choices } of stream) {
        if (choices[0]?.delta.content) for (const pid of engines) tryKill(pid)
      }
    })()
    await expect(read).rejects.toMatchObject({ code: 'engine_crashed', message: expect.stringContaining('SIGKILL') })
    await server.crashed('hello')
    expect((await server.chat('hello')).choices[0]?.message.content).toBe('Hello from the scripted model.')
    expect((await server.chat('endless', { max_tokens: 2 })).usage?.completion_tokens).toBe(2)
  })
})

describe('corrupt files', () => {
  let server: Server
  beforeAll(async () => {
    const files = CORRUPT_FILES.map(({ name, bytes }) => [name, fixture(`corrupt-${name}`, bytes())])
    server = await new Server({ hello: models.scripted(), ...Object.fromEntries(files) }).ready()
  })
  afterAll(() => server.program.dispose())

  it.each(CORRUPT_FILES.map(({ name, outcome }) => [name, outcome] as const))('%s', async (name, outcome) => {
    const answer = server.chat(name, { max_tokens: 1 })
    if (name === 'broken-template') await expect(answer).rejects.toMatchObject({ status: 400, code: 'template_error' })
    else if (outcome.kind === 'loads') expect((await answer).choices[0]?.finish_reason).toBe('length')
    else {
      const message = expect.stringContaining(outcome.words)
      await expect(answer).rejects.toMatchObject({ status: 500, code: 'model_load_failed', message })
    }
    expect((await server.chat('hello')).choices[0]?.message.content).toBe('Hello from the scripted model.')
  })
})

describe('with --deterministic', () => {
  let server: Server
  beforeAll(async () => {
    const random = { random: models.random({ type: 'Q8_0' }) }
    server = await new Server(random, ['--deterministic', '--slots', '8']).ready()
  })
  afterAll(() => server.program.dispose())

  /** Conversations that share beginnings of different lengths, some longer than a slice. */
  const requests = Array.from({ length: 12 }, (_, i) => ({
    messages: [{ role: 'user', content: `${'the day and a tree '.repeat(10 + (i % 5) * 9)}${'mom '.repeat(i * 3)}` }],
    seed: 7,
    max_tokens: 40,
  }))
  const ask = (extra: (typeof requests)[number]) => server.stream('random', extra).then(({ text }) => text)

  it('gives the same text alone, again with its prompt cached, and beside seven others', async () => {
    const alone: string[] = []
    for (const request of requests) alone.push(await ask(request))
    const again: string[] = []
    for (const request of requests) again.push(await ask(request))
    expect(new Set(alone).size).toBe(requests.length)
    expect(again).toEqual(alone)
    expect(await Promise.all(requests.map(ask))).toEqual(alone)
    const cached = await server.chat('random', requests[4])
    expect(cached.usage?.prompt_tokens_details?.cached_tokens).toBeGreaterThan(0)
  })
})

it('kill -9 of the server leaves no engine behind', async () => {
  const server = await new Server({ hello: models.scripted(), endless: models.scripted({ endless: true }) }).ready()
  try {
    await server.chat('hello')
    const messages = [{ role: 'user' as const, content: 'Go on.' }]
    await server.client.chat.completions.create({ model: 'endless', messages, stream: true })
    const engines = childrenOf(server.program.pid)
    expect(engines).toHaveLength(2)
    server.program.signal('SIGKILL')
    await Promise.all(engines.map(gone))
  } finally {
    await server.program.dispose()
  }
})

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Killed by the frame before.
  }
}
