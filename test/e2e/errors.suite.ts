import { APIError, NotFoundError } from 'openai'
import { describe, expect, test } from 'vitest'
import { openai, postChat, type Target } from './target.ts'

interface ErrorFields {
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string
}

/** A client's mistakes, each answered with a 4xx that says which, and none that hurts the next request. */
export function errorsSuite(target: () => Target): void {
  const errorOf = async (response: Response): Promise<ErrorFields> => {
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const { error } = (await response.json()) as { error: ErrorFields }
    expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code'])
    expect(JSON.stringify(error)).not.toMatch(/node_modules|\.[jt]s:\d+/)
    return error
  }
  const chat = (fields: object): string =>
    JSON.stringify({ model: target().model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 4, ...fields })

  test.each<[string, string | Uint8Array]>([
    ['bad JSON', '{"model":"m",x}'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['100k lists inside each other', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['100k objects, never closed', '{"a":'.repeat(100_000)],
  ])('%s is a 400', async (_, body) => {
    const response = await postChat(target(), body)
    expect(response.status).toBe(400)
    expect(['invalid_json', 'invalid_value']).toContain((await errorOf(response)).code)
  })

  test.each<[string, object]>([
    ['temperature', { temperature: 'hot' }],
    ['max_tokens', { max_tokens: 0 }],
    ['n', { n: 0 }],
    ['messages', { messages: [] }],
    ['messages.0', { messages: [null] }],
    ['messages.0.content', { messages: [{ role: 'user' }] }],
    ['messages.0.content.0', { messages: [{ role: 'user', content: [{ type: 'hologram' }] }] }],
    ['stream_options', { stream_options: { include_usage: true } }],
  ])('%s is named for %j', async (param, fields) => {
    const response = await postChat(target(), chat(fields))
    expect(response.status).toBe(400)
    expect((await errorOf(response)).param).toBe(param)
  })

  test('harmless oddities are accepted', async () => {
    const odd = chat({ num_ctx: 1 }).replace('hi', '\\ud83d').replace('{', '{"__proto__":{"x":1},')
    const response = await postChat(target(), `\uFEFF${odd}`, { 'content-type': 'application/json; charset=utf-8' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-trivet-warnings')).toBe('ignored: __proto__, num_ctx')
    await response.arrayBuffer()
  })

  describe('the client', () => {
    test.each([false, true])('hears that a model is not there (stream: %s)', async (stream) => {
      const request = openai(target()).chat.completions.create({
        model: 'no/such-model',
        messages: [{ role: 'user', content: 'hi' }],
        stream,
      })
      const error = await request.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(NotFoundError)
      expect(error).toMatchObject({
        status: 404,
        code: 'model_not_found',
        param: 'model',
        type: 'invalid_request_error',
      })
    })

    test.each([false, true])('hears that a prompt is too long, with both numbers (stream: %s)', async (stream) => {
      const { baseUrl, model } = target()
      await (await postChat(target(), chat({}))).arrayBuffer()
      const described = await fetch(`${baseUrl}/v1/models/${encodeURIComponent(model)}`)
      const { context_length: limit } = (await described.json()) as { context_length: number }
      const content = 'word '.repeat(limit + 50)
      const request = openai(target()).chat.completions.create({ model, messages: [{ role: 'user', content }], stream })
      const error = await request.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(APIError)
      expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded', param: 'messages' })
      const numbers = [...(error as APIError).message.matchAll(/(\d+) tokens/g)].map((match) => Number(match[1]))
      expect(numbers[0]).toBe(limit)
      expect(numbers[1]).toBeGreaterThan(limit)
    })
  })

  test('wrong methods and unknown paths are told in JSON', async () => {
    const { baseUrl } = target()
    const wrong = await fetch(`${baseUrl}/v1/chat/completions`)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await errorOf(wrong)).code).toBe('method_not_allowed')
    const unknown = await fetch(`${baseUrl}/v1/nothing`, { method: 'POST', body: '{' })
    expect(unknown.status).toBe(404)
    expect((await errorOf(unknown)).code).toBe('not_found')
  })

  test('a body over the limit is a 413', async () => {
    const response = await fetch(`${target().baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(65 * 1024 * 1024),
    })
    expect(response.status).toBe(413)
    expect((await errorOf(response)).code).toBe('body_too_large')
  })

  test('after all that, the server answers', async () => {
    expect((await postChat(target(), chat({}))).status).toBe(200)
  })
}
