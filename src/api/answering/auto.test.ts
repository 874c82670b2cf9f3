import { describe, expect, test } from 'vitest'
import { says, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const reply = says('Hello')
const messages = [{ role: 'user', content: 'hi' }]

function server(models = [{ id: 'org/m:Q4_K_M', reply, other: tokenizes }]) {
  const { app } = fakeServer({ models })
  return (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
}

describe('auto on our own routes', () => {
  test.each([
    ['/v1/chat/completions', { messages }],
    ['/v1/completions', { prompt: 'hi' }],
    ['/v1/responses', { input: 'hi' }],
    ['/v1/messages', { messages, max_tokens: 5 }],
  ])('%s answers with the chosen id, in the body and in a header', async (url, body) => {
    const answer = await server()(url, { model: 'auto:fastest', ...body })
    expect([answer.statusCode, answer.json().model, answer.headers['x-trivet-model']]).toEqual([
      200,
      'org/m:Q4_K_M',
      'org/m:Q4_K_M',
    ])
  })

  test.each([
    ['auto', 503, 'no_model_ready'],
    ['auto:nonsense', 404, 'selector_unknown'],
  ])('%s with nothing loaded is a %i', async (model, status, code) => {
    const answer = await server([])('/v1/chat/completions', { model, messages })
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  })
})
