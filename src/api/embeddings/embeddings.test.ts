import { describe, expect, test } from 'vitest'
import { characters, EMBEDDING_SIZE } from '../../../test/fakes/characters.ts'
import { type FakeModel, type OtherTask, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { expectOpenAi } from '../../../test/openai-document.ts'
import { embeddingsSchema } from './response-schema.ts'

const model: FakeModel = {
  id: 'e',
  reply: says(),
  other: characters,
  capabilities: { generate: false, embeddingSize: EMBEDDING_SIZE },
}
const nested: FakeModel = { ...model, id: 'nested', nestedEmbeddings: true }
const chat: FakeModel = { id: 'chat', reply: says('hi') }
const { app, scheduler } = fakeServer({ models: [model, nested, chat], bodyLimitBytes: 1024 * 1024 })

interface Asked {
  readonly status: number
  readonly body: unknown
  readonly tasks: readonly OtherTask[]
  readonly error: { readonly message: string; readonly param: string | null; readonly code: string }
}

async function ask(fields: object): Promise<Asked> {
  scheduler.otherTasks.length = 0
  const response = await app.inject({ method: 'POST', url: '/v1/embeddings', payload: { model: 'e', ...fields } })
  const body = response.json()
  return { status: response.statusCode, body, tasks: [...scheduler.otherTasks], error: body.error }
}

async function vectors(fields: object): Promise<readonly (readonly number[] | string)[]> {
  const { status, body } = await ask(fields)
  expect([status, body]).toEqual([200, expect.anything()])
  return embeddingsSchema.parse(body).data.map(({ embedding }) => embedding)
}

/** The fake's vector of a text of this length and first character. */
function unit(length: number, first: string): readonly number[] {
  const vector = [length, first.charCodeAt(0), 0, 1]
  return vector.map((value) => Math.fround(value / Math.hypot(...vector)))
}

describe('embeddings', () => {
  test('have everything, as documented', async () => {
    const { body } = await ask({ input: 'abc', user: 'u' })
    expect(embeddingsSchema.strict().parse(body)).toEqual({
      object: 'list',
      model: 'e',
      data: [{ object: 'embedding', index: 0, embedding: unit(3, 'a') }],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    })
  })

  test('are what OpenAI documents', async (context) => {
    expectOpenAi(context, 'CreateEmbeddingResponse', (await ask({ input: ['a', 'b'] })).body)
  })

  test('keep the order of the texts, and equal texts have equal vectors', async () => {
    const [a, b, again] = await vectors({ input: ['a', 'bb', 'a'] })
    expect([a, b, again]).toEqual([unit(1, 'a'), unit(2, 'b'), unit(1, 'a')])
  })

  test('of tokens are those of their text', async () => {
    expect(await vectors({ input: [97, 98] })).toEqual(await vectors({ input: 'ab' }))
    expect(await vectors({ input: [[97, 98], [99]] })).toEqual(await vectors({ input: ['ab', 'c'] }))
  })

  test('are made by one task, however many', async () => {
    const input = Array.from({ length: 2048 }, (_, index) => `text ${index}`)
    const { status, tasks, body } = await ask({ input })
    expect([status, tasks.length]).toEqual([200, 1])
    const { data } = embeddingsSchema.parse(body)
    expect(data.map(({ index }) => index)).toEqual(input.map((_, index) => index))
    expect(data[1234]?.embedding).toEqual(unit(9, 't'))
  })

  test('in base64 are 32-bit floats, little-endian', async () => {
    const [encoded] = await vectors({ input: 'abc', encoding_format: 'base64' })
    const bytes = Buffer.from(String(encoded), 'base64')
    expect(bytes.length).toBe(EMBEDDING_SIZE * 4)
    expect([0, 4, 8, 12].map((offset) => bytes.readFloatLE(offset))).toEqual(unit(3, 'a'))
    expect(await vectors({ input: 'abc', encoding_format: null })).toEqual([unit(3, 'a')])
  })
})

describe('dimensions', () => {
  test('keep the beginning, of length 1 again', async () => {
    const [whole, cut] = [
      await vectors({ model: 'nested', input: 'abc' }),
      await vectors({ model: 'nested', input: 'abc', dimensions: 2 }),
    ]
    const [length = 0, first = 0] = whole[0] as readonly number[]
    const expected = [length / Math.hypot(length, first), first / Math.hypot(length, first)]
    expect(cut[0]).toHaveLength(2)
    expect(Math.hypot(...(cut[0] as readonly number[]))).toBeCloseTo(1, 6)
    expect((cut[0] as readonly number[]).map((value, at) => Math.abs(value - (expected[at] ?? 0)) < 1e-6)).toEqual([
      true,
      true,
    ])
  })

  test.each([
    ['e', 2, "must be 4: this model's embeddings are not known to be trained for being cut."],
    ['nested', 5, "must be at most 4, the size of this model's embeddings."],
  ])('of %s can not be %d', async (id, dimensions, words) => {
    const { status, error } = await ask({ model: id, input: 'abc', dimensions })
    expect([status, error.param, error.message]).toEqual([400, 'dimensions', `\`dimensions\` ${words}`])
  })

  test('may be all there are', async () => {
    expect(await vectors({ input: 'abc', dimensions: 4 })).toEqual([unit(3, 'a')])
  })
})

describe('a text that is too long', () => {
  const long = 'x'.repeat(1001)

  test('is refused by its index, or simply when it is alone', async () => {
    const many = await ask({ input: ['a', long] })
    expect([many.status, many.error.code, many.error.param]).toEqual([400, 'context_length_exceeded', 'input.1'])
    expect((await ask({ input: long })).error.param).toBe('input')
  })

  test.each([
    [{ truncate: true }, true, 1000],
    [{ truncate_prompt_tokens: -1 }, true, 1000],
    [{ truncate_prompt_tokens: 7 }, 7, 7],
  ])('is cut with %j', async (fields, truncate, tokens) => {
    const { status, tasks, body } = await ask({ input: ['a', long], ...fields })
    expect([status, tasks[0]]).toEqual([200, expect.objectContaining({ truncate })])
    const { data, usage } = embeddingsSchema.parse(body)
    expect([data[1]?.embedding, usage.prompt_tokens]).toEqual([unit(tokens, 'x'), tokens + 1])
  })
})

test.each<[string, object]>([
  ['input', {}],
  ['input', { input: null }],
  ['input', { input: '' }],
  ['input', { input: [] }],
  ['input.0', { input: [''] }],
  ['input.1', { input: ['a', ''] }],
  ['input.1', { input: ['a', 1] }],
  ['input.0', { input: [[]] }],
  ['input', { input: Array(2049).fill('a') }],
  ['encoding_format', { input: 'a', encoding_format: 'md5' }],
  ['dimensions', { input: 'a', dimensions: 0 }],
  ['truncate_prompt_tokens', { input: 'a', truncate_prompt_tokens: 0 }],
  ['model', { model: 'chat', input: 'a' }],
])('%s is named for %j', async (param, fields) => {
  const { status, error } = await ask(fields)
  expect([status, error.param]).toEqual([400, param])
})

test('a chat model is the wrong kind, in words', async () => {
  const { error } = await ask({ model: 'chat', input: 'a' })
  expect([error.code, error.message]).toEqual([
    'wrong_model_type',
    'The model `chat` cannot answer this kind of request: it makes no embeddings.',
  ])
})

test('an unknown model is a 404', async () => {
  expect((await ask({ model: 'nope', input: 'a' })).status).toBe(404)
})
