import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe } from 'vitest'
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
    target.baseUrl = (await program.until(/^Trivet .* listening on (http:\S+)/m))[1] ?? ''
  })

  afterAll(() => program.dispose())

  clients(() => target)
})
