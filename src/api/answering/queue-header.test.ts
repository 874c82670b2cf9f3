import { expect, test } from 'vitest'
import { type FakeModel, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const messages = [{ role: 'user', content: 'hi' }]

test.each<[string, object]>([
  ['/v1/chat/completions', { messages }],
  ['/v1/completions', { prompt: 'hi' }],
  ['/v1/responses', { input: 'hi' }],
  ['/v1/messages', { messages, max_tokens: 8 }],
  ['/api/chat', { messages }],
  ['/api/generate', { prompt: 'hi' }],
  ['/api/generate', { prompt: 'hi', raw: true }],
])("at %s a request's place in line is told when it has to wait, streamed or not", async (url, body) => {
  const model: FakeModel = { id: 'm', reply: says('Hello') }
  const { app } = fakeServer({ models: [model, { ...model, id: 'busy', position: 3 }] })
  const position = async (id: string, stream: boolean) => {
    const response = await app.inject({ method: 'POST', url, payload: { model: id, stream, ...body } })
    expect(response.statusCode).toBe(200)
    return response.headers['x-trivet-queue-position']
  }
  for (const stream of [false, true]) {
    expect([await position('m', stream), await position('busy', stream)]).toEqual([undefined, '3'])
  }
})
