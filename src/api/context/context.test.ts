import { describe, expect, test } from 'vitest'
import { CONTEXT_TOKENS, type FakeModel, says, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { completionSchema } from '../chat/response-schema.ts'
import { budgetSchema, inputTokensSchema, renderedSchema } from './schema.ts'

/** A character is a token; its template writes `<role>content` and ends with `<assistant>`. */
const model: FakeModel = { id: 'm', reply: says('Yes.'), other: tokenizes }

async function post(path: string, fields: object) {
  const { app, scheduler } = fakeServer({ models: [model] })
  const response = await app.inject({ method: 'POST', url: path, payload: { model: 'm', ...fields } })
  return { status: response.statusCode, body: response.json(), headers: response.headers, scheduler }
}

const said = (role: string, content: string) => ({ role, content })
const hello = { messages: [said('system', 'S'), said('user', 'hi')] }
const PROMPT = '<system>S<user>hi<assistant>'

/** A turn of 300 characters: three fit, four don't. */
const turn = (letter: string) => [said('user', letter.repeat(270)), said('assistant', letter.repeat(13))]
const turns = [said('system', 'S'), ...['a', 'b', 'c', 'd'].flatMap(turn)]

describe('render', () => {
  test('shows the prompt and its tokens, and generates nothing', async () => {
    const { status, body, scheduler } = await post('/v1/chat/render', hello)
    expect([status, renderedSchema.strict().parse(body)]).toEqual([
      200,
      {
        object: 'chat.prompt',
        model: 'm',
        prompt: PROMPT,
        tokens: Array.from(PROMPT, (_, index) => index),
        prompt_tokens: PROMPT.length,
        reasoning: { open: '<think>', close: '</think>', opened: false },
      },
    ])
    expect(scheduler.tasks).toEqual([])
  })

  test.each([
    ['a template that raises', { messages: [said('user', 'UNSPEAKABLE')] }, 'template_error', 'messages'],
    ['nothing to render', { messages: [] }, 'invalid_value', 'messages'],
    ['another model', { ...hello, model: 'x' }, 'model_not_found', 'model'],
  ])('%s is the same error as in chat', async (_, fields, code, param) => {
    for (const path of [
      '/v1/chat/render',
      '/v1/chat/context-budget',
      '/v1/chat/input_tokens',
      '/v1/chat/completions',
    ]) {
      expect((await post(path, fields)).body.error).toMatchObject({ code, param })
    }
  })
})

test('input_tokens counts the prompt', async () => {
  const { body } = await post('/v1/chat/input_tokens', hello)
  expect(inputTokensSchema.strict().parse(body)).toEqual({
    object: 'response.input_tokens',
    input_tokens: PROMPT.length,
  })
})

describe('context-budget', () => {
  test('of what fits', async () => {
    const { body } = await post('/v1/chat/context-budget', { ...hello, max_tokens: 20 })
    const remaining = CONTEXT_TOKENS - PROMPT.length
    expect(budgetSchema.strict().parse(body)).toEqual({
      object: 'chat.context_budget',
      model: 'm',
      context_tokens: CONTEXT_TOKENS,
      prompt_tokens: PROMPT.length,
      fits: true,
      remaining_tokens: remaining,
      reserved_tokens: 20,
      truncated: { turns: 0, messages: [], prompt_tokens: PROMPT.length, remaining_tokens: remaining, fits: true },
    })
  })

  test('of what does not: which turns would go, and what is left then', async () => {
    const { body } = await post('/v1/chat/context-budget', { messages: turns })
    expect(body).toMatchObject({
      prompt_tokens: 9 + 4 * 300,
      fits: false,
      remaining_tokens: 0,
      reserved_tokens: 250,
      truncated: { turns: 2, messages: [1, 2, 3, 4], prompt_tokens: 9 + 2 * 300, fits: true },
    })
  })

  test('of what no dropping helps', async () => {
    const { body } = await post('/v1/chat/context-budget', { messages: [...turn('a'), said('user', 'x'.repeat(2000))] })
    expect(body.truncated).toEqual({
      turns: 1,
      messages: [0, 1],
      prompt_tokens: '<user>'.length + 2000 + '<assistant>'.length,
      remaining_tokens: 0,
      fits: false,
    })
  })
})

describe('truncation', () => {
  const tooLong = { messages: [...turns, said('user', 'now')] }

  test('is refused unless asked for', async () => {
    for (const truncation of [undefined, null, 'disabled']) {
      const { status, body } = await post('/v1/chat/completions', { ...tooLong, truncation })
      expect([status, body.error.code]).toEqual([400, 'context_length_exceeded'])
    }
  })

  test('drops whole turns, keeps the system, and says so', async () => {
    const { status, body, headers, scheduler } = await post('/v1/chat/completions', { ...tooLong, truncation: 'auto' })
    expect([status, headers['x-trivet-truncated']]).toEqual([200, 'messages=4'])
    expect(completionSchema.strict().parse(body).truncated).toEqual({ messages: [1, 2, 3, 4] })
    const kept = ['c', 'd'].map((letter) => `<user>${letter.repeat(270)}<assistant>${letter.repeat(13)}`)
    expect(scheduler.tasks[0]?.prompt).toBe(`<system>S${kept.join('')}<user>now<assistant>`)
  })

  test('says so in the first chunk of a stream', async () => {
    const { app } = fakeServer({ models: [model] })
    const payload = { model: 'm', ...tooLong, truncation: 'auto', stream: true }
    const { body, headers } = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
    const frames = body.split('\n\n').map((frame) => frame.replace(/^data: /, ''))
    const chunks = frames.filter((frame) => frame.startsWith('{')).map((frame) => JSON.parse(frame))
    expect(headers['x-trivet-truncated']).toBe('messages=4')
    expect(chunks.map((chunk) => chunk.truncated)).toEqual([{ messages: [1, 2, 3, 4] }, undefined, undefined])
  })

  test('is shown by render as it will be', async () => {
    const { body } = await post('/v1/chat/render', { ...tooLong, truncation: 'auto' })
    expect(renderedSchema.strict().parse(body)).toMatchObject({ truncated: { messages: [1, 2, 3, 4] } })
    expect(body.prompt).toMatch(/^<system>S<user>c+<assistant>c+<user>d+<assistant>d+<user>now<assistant>$/)
  })

  test('has nothing to say of what fits', async () => {
    const { body, headers } = await post('/v1/chat/completions', { ...hello, truncation: 'auto' })
    expect([headers['x-trivet-truncated'], 'truncated' in body]).toEqual([undefined, false])
  })

  test('makes room for an answer', async () => {
    const messages = [...turn('a'), said('user', 'x'.repeat(600))]
    const { status, headers } = await post('/v1/chat/completions', { messages, truncation: 'auto', max_tokens: 800 })
    expect([status, headers['x-trivet-truncated']]).toEqual([200, 'messages=2'])
  })

  test('gives up nothing for an answer that would have no room anyway', async () => {
    const messages = [said('user', 'hi'), said('assistant', 'a'), said('user', 'x'.repeat(900))]
    const { status, headers } = await post('/v1/chat/completions', { messages, truncation: 'auto', max_tokens: 800 })
    expect([status, headers['x-trivet-truncated']]).toEqual([200, undefined])
  })

  test('that does not help is refused', async () => {
    const messages = [...turn('a'), said('user', 'x'.repeat(2000))]
    const { status, body } = await post('/v1/chat/completions', { messages, truncation: 'auto' })
    expect([status, body.error.code]).toEqual([400, 'context_length_exceeded'])
  })
})
