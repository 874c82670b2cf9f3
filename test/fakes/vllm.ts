import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Program } from '../e2e/program.ts'
import { serving } from '../engine/serving.ts'
import { endServer, listenAtLoopback } from './loopback.ts'

export type Body = ReturnType<typeof JSON.parse>
export type Answer = (body: Body, response: ServerResponse) => void

/** A server as vLLM presents itself, that answers as it is told. */
export class FakeVllm {
  readonly #server: Server = createServer((request, response) => void this.#take(request, response))
  readonly bodies: Body[] = []
  readonly headers: IncomingMessage['headers'][] = []
  answer: Answer = says('ok')
  /** What it tells Prometheus; nothing: it has no such page. */
  metrics = ''
  metricsAsked = 0
  /** What it says of a page that it doesn't have. */
  metricsStatus = 404
  /** How often somebody looked what it has. */
  looks = 0
  /** Its proxy is there, it is not. */
  away = false

  async listen(): Promise<string> {
    return `${await listenAtLoopback(this.#server)}/v1`
  }

  async close(): Promise<void> {
    await endServer(this.#server)
  }

  async #take(request: IncomingMessage, response: ServerResponse) {
    this.headers.push(request.headers)
    if (request.url === '/v1/models') this.looks++
    if (this.away) return response.writeHead(502).end()
    if (request.url === '/v1/models') {
      const facts = { object: 'model', created: 1_700_000_000, owned_by: 'vllm', max_model_len: 4096 }
      return response.end(JSON.stringify({ object: 'list', data: ['big', 'big-vl'].map((id) => ({ id, ...facts })) }))
    }
    if (request.url === '/metrics') {
      this.metricsAsked++
      return response.writeHead(this.metrics === '' ? this.metricsStatus : 200).end(this.metrics)
    }
    const body = JSON.parse(await text(request))
    this.bodies.push(body)
    this.answer(body, response)
  }
}

export function events(response: ServerResponse, ...values: readonly (object | string)[]): void {
  if (!response.headersSent) response.setHeader('content-type', 'text/event-stream')
  for (const value of values) response.write(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`)
}

export const delta = (fields: object, more: object = {}) => ({ choices: [{ index: 0, delta: fields, ...more }] })
export const usage = {
  prompt_tokens: 7,
  completion_tokens: 3,
  total_tokens: 10,
  prompt_tokens_details: { cached_tokens: 4 },
}
export const done = (reason: string, more: object = {}) => [
  delta({}, { finish_reason: reason, ...more }),
  { choices: [], usage },
  '[DONE]',
]

export function says(...texts: readonly string[]): Answer {
  return (_, response) => {
    events(response, delta({ role: 'assistant' }), ...texts.map((content) => delta({ content })), ...done('stop'))
    response.end()
  }
}

export const refuses =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** The built server in front of two of them, and who asks it. */
export function behindTrivet() {
  let program: Program
  let client: OpenAI
  let url = ''
  const first = new FakeVllm()
  const second = new FakeVllm()
  beforeAll(async () => {
    const urls = [await first.listen(), await second.listen()]
    const served = await serving('--model-stores', 'none', '--upstreams', ...urls)
    program = served.program
    url = served.url
    client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
  })
  afterAll(async () => {
    await program.dispose()
    await Promise.all([first.close(), second.close()])
  })
  beforeEach(() => both(says('ok')))
  afterEach(() => {
    for (const fake of [first, second]) fake.bodies.length = 0
  })
  function both(answer: Answer): void {
    first.answer = answer
    second.answer = answer
  }
  return {
    first,
    second,
    both,
    client: () => client,
    /** A chat with these fields. */
    ask: (fields: object = {}) =>
      client.chat.completions.create({
        model: 'big',
        messages: [{ role: 'user', content: 'hi' }],
        ...fields,
      } as OpenAI.ChatCompletionCreateParamsNonStreaming),
    received: () => [...first.bodies, ...second.bodies],
  }
}
