import { describe, expect, test } from 'vitest'
import { characters, EMBEDDING_SIZE } from '../../../test/fakes/characters.ts'
import { type FakeModel, type OtherTask, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { rerankSchema } from './rerank-schema.ts'
import { scoreSchema } from './score-schema.ts'

const ranker: FakeModel = { id: 'r', reply: says(), other: characters, capabilities: { generate: false, rerank: true } }
const embedder: FakeModel = {
  id: 'e',
  reply: says(),
  other: characters,
  capabilities: { generate: false, embeddingSize: EMBEDDING_SIZE },
}
const chat: FakeModel = { id: 'chat', reply: says('hi') }
const { app, scheduler } = fakeServer({ models: [ranker, embedder, chat] })

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit))

interface Asked {
  readonly status: number
  readonly body: unknown
  readonly tasks: readonly OtherTask[]
  readonly error: { readonly message: string; readonly param: string | null; readonly code: string }
}

async function ask(url: string, fields: object): Promise<Asked> {
  scheduler.otherTasks.length = 0
  const response = await app.inject({ method: 'POST', url, payload: { model: 'r', ...fields } })
  const body = response.json()
  return { status: response.statusCode, body, tasks: [...scheduler.otherTasks], error: body.error }
}

/** The fake scores a document by how many of the query's characters it has; -1 for none. */
describe('rerank', () => {
  const order = { query: 'abc', documents: ['zb', 'cab', { text: 'no' }, 'b'] }
  const rerank = async (fields: object = {}) => {
    const { body } = await ask('/v1/rerank', { ...order, ...fields })
    return rerankSchema.strict().parse(body)
  }

  test('puts the best first, equals as they came, as probabilities', async () => {
    expect(await rerank()).toEqual({
      id: expect.stringMatching(/^rerank-\d+$/),
      object: 'list',
      model: 'r',
      results: [
        { index: 1, relevance_score: sigmoid(3) },
        { index: 0, relevance_score: sigmoid(1) },
        { index: 3, relevance_score: sigmoid(1) },
        { index: 2, relevance_score: sigmoid(-1) },
      ],
      usage: { prompt_tokens: 20, total_tokens: 20 },
    })
  })

  test('tells logits, fewer, and texts when asked', async () => {
    const { results } = await rerank({ top_n: 2, return_documents: true, use_activation: false })
    expect(results).toEqual([
      { index: 1, relevance_score: 3, document: { text: 'cab' } },
      { index: 0, relevance_score: 1, document: { text: 'zb' } },
    ])
    expect((await rerank({ top_n: 99 })).results).toHaveLength(4)
  })

  test('is one task, which may cut', async () => {
    const { tasks } = await ask('/v1/rerank', { ...order, truncate: true })
    expect(tasks).toEqual([{ kind: 'rerank', query: 'abc', documents: ['zb', 'cab', 'no', 'b'], truncate: true }])
  })

  test('by an embedding model is by the cosine, each text embedded once', async () => {
    const { body, tasks } = await ask('/v1/rerank', { model: 'e', query: 'ab', documents: ['zzz', 'ab', 'ab'] })
    expect(tasks).toEqual([expect.objectContaining({ kind: 'embed', inputs: ['ab', 'zzz'] })])
    const { results } = rerankSchema.parse(body)
    expect(results.map(({ index }) => index)).toEqual([1, 2, 0])
    expect(results[0]?.relevance_score).toBeCloseTo(1, 6)
    const cosine = (2 * 3 + 97 * 122 + 1) / (Math.hypot(2, 97, 1) * Math.hypot(3, 122, 1))
    expect(results[2]?.relevance_score).toBeCloseTo(cosine, 6)
  })

  test.each([
    ['documents.1', ['a', 'x'.repeat(1001)]],
    ['query', ['a']],
  ])('by an embedding model names %s when it is too long', async (param, documents) => {
    const query = param === 'query' ? 'q'.repeat(1001) : 'q'
    const { status, error } = await ask('/v1/rerank', { model: 'e', query, documents })
    expect([status, error.code, error.param]).toEqual([400, 'context_length_exceeded', param])
  })

  test.each<[string, object]>([
    ['query', { query: '' }],
    ['query', { query: null }],
    ['documents', { documents: [] }],
    ['documents.0', { documents: [''] }],
    ['documents.1.text', { documents: ['a', {}] }],
    ['top_n', { top_n: 0 }],
    ['model', { model: 'chat' }],
  ])('%s is named for %j', async (param, fields) => {
    const { status, error } = await ask('/v1/rerank', { ...order, ...fields })
    expect([status, error.param]).toEqual([400, param])
  })
})

describe('score', () => {
  const score = async (fields: object) => {
    const { body } = await ask('/v1/score', fields)
    return scoreSchema.strict().parse(body)
  }

  test('is of a pair', async () => {
    expect(await score({ text_1: 'ab', text_2: 'abz' })).toEqual({
      id: expect.stringMatching(/^score-\d+$/),
      object: 'list',
      created: 1_700_000_000,
      model: 'r',
      data: [{ object: 'score', index: 0, score: sigmoid(2) }],
      usage: { prompt_tokens: 5, total_tokens: 5 },
    })
  })

  test('is of one text against several, or pair by pair, in their order', async () => {
    const against = await score({ text_1: 'ab', text_2: ['z', 'ba', 'b'], use_activation: false })
    expect(against.data.map(({ index, score }) => [index, score])).toEqual([
      [0, -1],
      [1, 2],
      [2, 1],
    ])
    const pairs = await score({ text_1: ['ab', 'c'], text_2: ['b', 'c'], use_activation: false })
    expect(pairs.data.map(({ score }) => score)).toEqual([1, 1])
    expect(pairs.usage.prompt_tokens).toBe(5)
  })

  test('of pairs names the one that fails', async () => {
    const { status, error } = await ask('/v1/score', {
      model: 'e',
      text_1: ['a', 'b'],
      text_2: ['a', 'x'.repeat(1001)],
    })
    expect([status, error.param]).toEqual([400, 'text_2.1'])
  })

  test.each<[string, object]>([
    ['text_1', { text_1: ['a', 'b'], text_2: ['a'] }],
    ['text_1', { text_2: 'a' }],
    ['text_2', { text_1: 'a', text_2: [] }],
    ['model', { model: 'chat', text_1: 'a', text_2: 'b' }],
  ])('%s is named for %j', async (param, fields) => {
    const { status, error } = await ask('/v1/score', fields)
    expect([status, error.param]).toEqual([400, param])
  })
})
