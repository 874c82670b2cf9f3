import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { endServer, listenAtLoopback } from '../../../test/fakes/loopback.ts'
import { converse } from './exchange.ts'
import { runLoad } from './load.ts'
import { runRounds, turn } from './rounds.ts'
import type { Target } from './target.ts'

const servers: Server[] = []

afterEach(closeAll)

async function closeAll(): Promise<void> {
  await Promise.all(servers.splice(0).map(endServer))
}

/** A server that answers `/v1/chat/completions` like this. */
async function serve(
  answer: (response: ServerResponse, body: Record<string, unknown>, request: IncomingMessage) => void,
): Promise<Target> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    answer(response, JSON.parse(text), request)
  })
  servers.push(server)
  return { url: new URL(`${await listenAtLoopback(server)}/v1`), model: 'm', apiKey: 'secret' }
}

const TEXT = 'data: {"choices":[{"delta":{"content":"x"}}]}\n\n'
const ROLE = 'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}\n\n'
const USAGE = 'data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2}}\n\n'
const DONE = 'data: [DONE]\n\n'
const question = { prompt: 'Hi', maxTokens: 7, extra: { ignore_eos: true } }

test('asks for a stream with usage and reads it to its end', async () => {
  const seen: unknown[] = []
  const target = await serve((response, body, request) => {
    seen.push(request.url, request.headers.authorization, body)
    response.end(ROLE + TEXT + TEXT + USAGE + DONE)
  })
  const exchange = await converse(target, question)
  expect(exchange).toMatchObject({ promptTokens: 9, completionTokens: 2, failure: null })
  expect(exchange.arrivals).toHaveLength(2)
  expect(exchange.arrivals.every((at) => at >= exchange.sentAt && at <= exchange.endedAt)).toBe(true)
  expect(seen).toEqual([
    '/v1/chat/completions',
    'Bearer secret',
    {
      ...{ model: 'm', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 7, temperature: 0 },
      ...{ stream: true, stream_options: { include_usage: true }, ignore_eos: true },
    },
  ])
})

test.each([
  ['a refusal', (response: ServerResponse) => response.writeHead(429).end('full'), 'HTTP 429: full'],
  [
    'an error in the stream',
    (r: ServerResponse) => r.end(`${TEXT}data: {"error":{"message":"lost"}}\n\n${DONE}`),
    'lost',
  ],
  ['a stream that just ends', (r: ServerResponse) => r.end(TEXT), 'the stream ended without [DONE]'],
  ['a cut connection', (r: ServerResponse) => r.write(TEXT, () => r.destroy()), 'aborted'],
])('%s is a failure', async (_, answer, failure) => {
  expect((await converse(await serve(answer), question)).failure).toBe(failure)
})

test('a kept connection that the server has closed meanwhile is no failure', async () => {
  let asked = 0
  const target = await serve((response, _, request) => {
    // Closed without a word, so that the client takes it for good when it asks again.
    if (asked++ === 1) request.socket.destroy()
    else response.end(TEXT + USAGE + DONE)
  })
  expect((await converse(target, question)).failure).toBeNull()
  expect((await converse(target, question)).failure).toBeNull()
  expect(asked).toBe(3)
})

test('what is no JSON, and a server that is not there', async () => {
  const target = await serve((response) => response.end(`data: {x\n\n${DONE}`))
  expect((await converse(target, question)).failure).toContain('the stream is not JSON: SyntaxError')
  await closeAll()
  expect((await converse(target, question)).failure).toMatch(/ECONNREFUSED|socket hang up/)
})

test('a load keeps as many requests in flight as it has clients', async () => {
  const waiting: ServerResponse[] = []
  let most = 0
  const target = await serve((response) => {
    waiting.push(response)
    most = Math.max(most, waiting.length)
    // Answers only once all three clients wait, and the last one at once.
    if (waiting.length === 3) for (const one of waiting.splice(0)) one.end(TEXT + DONE)
  })
  const { exchanges } = await runLoad(target, { concurrency: 3, requests: 6, question: () => question })
  expect(exchanges.map((exchange) => exchange.failure)).toEqual(Array(6).fill(null))
  expect(most).toBe(3)
})

test('rounds: targets take turns, a round begins with another one, no prompt comes twice', async () => {
  const asked: string[] = []
  const prompts = new Set<unknown>()
  const serving = (name: string) =>
    serve((response, { messages, max_tokens }) => {
      if (max_tokens === 7) {
        asked.push(name)
        prompts.add((messages as { content: string }[])[0]?.content)
      }
      response.end(TEXT + USAGE + DONE)
    })
  const targets = [await serving('A'), await serving('B')]
  const plan = { targets, concurrency: [1, 2], rounds: 2, requests: 2, warmup: 0, promptTokens: 20, maxTokens: 7 }
  const told: number[] = []
  const results = await runRounds({ ...plan, sharedTokens: 0, extra: {} }, (result) => told.push(result.target))
  expect(asked.join('')).toBe('AABBAABBBBAABBAA')
  expect(prompts.size).toBe(16)
  expect(told).toEqual([0, 1, 0, 1, 1, 0, 1, 0])
  expect(results.map((result) => result.summary.failures)).toEqual(Array(8).fill(0))
})

test('rounds: prompts of a level begin alike and end each its own way, and another level begins otherwise', async () => {
  const prompts: string[] = []
  const target = await serve((response, { messages, max_tokens }) => {
    if (max_tokens === 7) prompts.push((messages as { content: string }[])[0]?.content ?? '')
    response.end(TEXT + USAGE + DONE)
  })
  const plan = {
    targets: [target],
    concurrency: [1, 2],
    rounds: 1,
    requests: 2,
    warmup: 0,
    promptTokens: 10,
    maxTokens: 7,
  }
  await runRounds({ ...plan, sharedTokens: 40, extra: {} }, () => {})
  const beginnings = prompts.map((prompt) => prompt.split('.')[0])
  expect(new Set(prompts).size).toBe(4)
  expect(beginnings[0]).toBe(beginnings[1])
  expect(beginnings[2]).toBe(beginnings[3])
  expect(beginnings[0]).not.toBe(beginnings[2])
  const words = (text = '') => text.trim().split(' ').length
  expect(words(beginnings[0]) / words(prompts[0]?.split('.')[1])).toBeGreaterThan(3)
})

test('a target that refuses stops the run with its words', async () => {
  const target = await serve((response) => response.writeHead(404).end('no such model'))
  const plan = { targets: [target], concurrency: [1], rounds: 1, requests: 1, warmup: 0, promptTokens: 1, maxTokens: 1 }
  await expect(runRounds({ ...plan, sharedTokens: 0, extra: {} }, () => {})).rejects.toThrow(
    "can't be measured: HTTP 404: no such model",
  )
})

test('turn', () => {
  expect(turn(['a', 'b', 'c'], 4).map(({ target, index }) => `${target}${index}`)).toEqual(['b1', 'c2', 'a0'])
})
