import type { AddressInfo } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { says, tokenizes } from '../fakes/scheduler.ts'
import { fakeServer } from '../fakes/server.ts'
import { models } from '../fixtures/models.ts'
import { aiSdkSuite } from './ai-sdk.suite.ts'
import { messagesSuite } from './messages.suite.ts'
import { ollamaSuite } from './ollama.suite.ts'
import { Program } from './program.ts'
import { responsesSuite, type TalkingTarget } from './responses.suite.ts'

const TEXT = 'Hello from the scripted model.'
const CALL = ['<tool_call>\n', '{"name": "get_weather", ', '"arguments": {"city": "Paris"}}', '\n</tool_call>']

/** The clients that people use, over real sockets. */
function clients(target: () => TalkingTarget): void {
  responsesSuite(target)
  messagesSuite(target)
  ollamaSuite(target)
  aiSdkSuite(target)
}

describe('clients over a fake engine', () => {
  const target = { baseUrl: '', model: 'speaker', text: TEXT, toolModel: 'caller' }
  const { app } = fakeServer({
    models: [
      { id: target.model, reply: says(...(TEXT.match(/\S+\s*/g) ?? [])), other: tokenizes },
      { id: target.toolModel, reply: says(...CALL), other: tokenizes },
    ],
    serverClock: systemClock,
  })

  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    target.baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    app.server.closeAllConnections()
    await app.close()
  })

  clients(() => target)
})

describe('clients over llama.cpp', () => {
  const target = { baseUrl: '', model: 'speaker', text: TEXT, toolModel: 'caller' }
  let program: Program

  beforeAll(async () => {
    const files = [`${models.scripted()}=${target.model}`, `${models.toolCall()}=${target.toolModel}`]
    program = new Program(['serve', '--port', '0', '--threads', '1', ...files.flatMap((file) => ['--model', file])])
    target.baseUrl = await program.listening()
  })

  afterAll(() => program.dispose())

  clients(() => target)

  test("Claude Code's billing line changes, and the prompt is found in the cache all the same", async () => {
    const client = new Anthropic({ baseURL: target.baseUrl, apiKey: 'none', maxRetries: 0 })
    const ask = (number: number) =>
      client.messages.create({
        model: target.model,
        max_tokens: 8,
        system: [
          { type: 'text', text: `x-anthropic-billing-header: cc_version=2.1.69; cch=${number};` },
          { type: 'text', text: 'You are a coding agent, and you work carefully.' },
        ],
        messages: [{ role: 'user', content: 'List the files.' }],
      })
    const [first, second] = [(await ask(1)).usage, (await ask(2)).usage]
    const total = (usage: Anthropic.Usage) => usage.input_tokens + (usage.cache_read_input_tokens ?? 0)
    expect(total(second)).toBe(total(first))
    expect(second.cache_read_input_tokens).toBeGreaterThan(total(second) / 2)
  })
})
