import { describe, expect, test } from 'vitest'
import { type FakeModel, says, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { wav } from '../../../test/fixtures/wav.ts'

const reply = says('Hello')
const messages = [{ role: 'user', content: 'hi' }]

/** One red dot. */
const BASE64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const PNG = `data:image/png;base64,${BASE64}`
const ANTHROPIC_IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: BASE64 } }

function server(models: readonly FakeModel[] = [{ id: 'org/m:Q4_K_M', reply, other: tokenizes }]) {
  const { app } = fakeServer({ models })
  return (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
}

describe('auto on our own routes', () => {
  test.each([
    ['/v1/chat/completions', { messages }],
    ['/v1/completions', { prompt: 'hi' }],
    ['/v1/responses', { input: 'hi' }],
    ['/v1/messages', { messages, max_tokens: 5 }],
    ['/api/chat', { messages, stream: false }],
    ['/api/generate', { prompt: 'hi', stream: false }],
  ])('%s answers with the chosen id, in the body and in a header', async (url, body) => {
    const answer = await server()(url, { model: 'auto:fastest', ...body })
    expect([answer.statusCode, answer.json().model, answer.headers['x-trivet-model']]).toEqual([
      200,
      'org/m:Q4_K_M',
      'org/m:Q4_K_M',
    ])
  })

  const sees: FakeModel = {
    ...{ id: 'sees', reply, other: tokenizes },
    capabilities: { media: { image: true, audioRate: null } },
  }

  test.each([
    [
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: PNG } }] }] },
    ],
    ['/v1/responses', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: PNG }] }] }],
    ['/v1/messages', { max_tokens: 5, messages: [{ role: 'user', content: [ANTHROPIC_IMAGE] }] }],
    ['/api/chat', { stream: false, messages: [{ role: 'user', content: 'hi', images: [BASE64] }] }],
    ['/api/generate', { stream: false, prompt: 'hi', images: [BASE64] }],
  ])('%s with an image is for one that sees, though another is faster', async (url, body) => {
    const both = server([{ id: 'org/m:Q4_K_M', reply, other: tokenizes }, sees])
    expect((await both(url, { model: 'auto', ...body })).headers['x-trivet-model']).toBe('sees')
    const blind = await server()(url, { model: 'auto', ...body })
    expect([blind.statusCode, blind.body]).toEqual([503, expect.stringContaining('none that is loaded reads them')])
  })

  test('a sound is for one that hears, or for none', async () => {
    const hears: FakeModel = {
      ...{ id: 'hears', reply, other: tokenizes },
      capabilities: { media: { image: false, audioRate: 16_000 } },
    }
    const data = Buffer.from(wav(new Float32Array(1600))).toString('base64')
    const sound = { type: 'input_audio', input_audio: { data, format: 'wav' } }
    const body = { model: 'auto', messages: [{ role: 'user', content: [sound] }] }
    const both = server([{ id: 'org/m:Q4_K_M', reply, other: tokenizes }, hears])
    expect((await both('/v1/chat/completions', body)).headers['x-trivet-model']).toBe('hears')
    const deaf = await server()('/v1/chat/completions', body)
    expect([deaf.statusCode, deaf.body]).toEqual([503, expect.stringContaining('none that is loaded hears them')])
  })

  test.each([
    ['/v1/messages/count_tokens', { messages }],
    ['/v1/responses/input_tokens', { input: 'hi' }],
    ['/v1/chat/input_tokens', { messages }],
    ['/v1/chat/context-budget', { messages }],
    ['/v1/chat/render', { messages }],
  ])('%s counts for the model that would answer', async (url, body) => {
    const answer = await server()(url, { model: 'auto', ...body })
    expect([answer.statusCode, answer.headers['x-trivet-model']]).toEqual([200, 'org/m:Q4_K_M'])
  })

  test('an Ollama client puts `:latest` behind it', async () => {
    const answer = await server()('/api/chat', { model: 'auto:latest', messages, stream: false })
    expect([answer.statusCode, answer.json().model]).toEqual([200, 'org/m:Q4_K_M'])
  })

  test.each([
    ['/v1/embeddings', { input: 'hi' }],
    ['/v1/rerank', { query: 'hi', documents: ['a'] }],
    ['/v1/score', { text_1: 'hi', text_2: ['a'] }],
    ['/v1/tokenize', { prompt: 'hi' }],
    ['/v1/detokenize', { tokens: [1] }],
    ['/v1/logits', { input_ids: [1] }],
    ['/v1/benchmarks/run', {}],
  ])('%s wants a model by name, and says so', async (url, body) => {
    for (const model of ['auto', 'auto:fastest']) {
      const answer = await server()(url, { model, ...body })
      expect([answer.statusCode, answer.json().error]).toEqual([
        404,
        expect.objectContaining({
          code: 'selector_misplaced',
          param: 'model',
          message: `\`${model}\` chooses among models that write text only, where text is asked for. Name a model here; GET /v1/models lists them.`,
        }),
      ])
    }
  })

  test.each([
    ['auto', 503, 'no_model_ready'],
    ['auto:nonsense', 404, 'selector_unknown'],
  ])('%s with nothing loaded is a %i', async (model, status, code) => {
    const answer = await server([])('/v1/chat/completions', { model, messages })
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  })
})
