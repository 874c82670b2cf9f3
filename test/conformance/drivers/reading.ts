import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Embedding, EngineEvent, LogitsRow } from '../../../src/core/event.ts'
import type { EmbedTask, EngineTask, LogitsTask } from '../../../src/core/task.ts'
import type { EngineInstance } from '../../../src/engine/driver.ts'
import { type ConformanceSubject, collect, NEVER, start, textOf, usageOf } from './subject.ts'

/** Tasks about a given text, as far as the subject's models are made for them. */
export function readingConformance(subject: ConformanceSubject): void {
  const { does = 'generate', tellsLogits = true } = subject
  const { good, embedder = does === 'embed' ? good : undefined, reranker } = subject.models
  describe('tokens', () => tokensConformance(subject))
  if (does === 'generate' && tellsLogits) describe('logits', () => logitsConformance(subject, good))
  if (embedder !== undefined) describe('embeddings', () => embeddingsConformance(subject, embedder))
  if (reranker !== undefined) describe('scores', () => scoresConformance(subject, reranker))
}

/** Starts a model for the tests of a group; what it answers to a task. */
function answering(subject: ConformanceSubject, path: string): (task: EngineTask) => Promise<EngineEvent[]> {
  let instance: EngineInstance
  beforeAll(async () => {
    instance = await start(subject, path)
  })
  afterAll(() => instance.stop(10_000))
  return (task) => collect(instance.run(task, NEVER))
}

function tokensConformance(subject: ConformanceSubject): void {
  const answer = answering(subject, subject.models.good)

  test('are a text and back', async () => {
    const text = 'Say it once more.'
    const [tokens, ...rest] = await answer({ kind: 'tokenize', text, addSpecial: false, parseSpecial: false })
    expect(rest).toEqual([{ type: 'finish', reason: 'stop' }])
    const ids = tokens?.type === 'tokens' ? tokens.ids : []
    expect(ids.length).toBeGreaterThan(0)
    expect(textOf(await answer({ kind: 'detokenize', tokens: ids }))).toBe(text)
  })

  test('that are none are refused', async () => {
    const [refused, ...more] = await answer({ kind: 'detokenize', tokens: [1_000_000] })
    expect(refused).toMatchObject({ type: 'error', error: { code: 'invalid_value', param: 'tokens' } })
    expect(more).toEqual([])
  })
}

function logitsConformance(subject: ConformanceSubject, path: string): void {
  const answer = answering(subject, path)
  const prompt = [3, 1, 4, 1, 5]
  const survey = async (wish: Partial<LogitsTask>) => {
    const events = await answer({ kind: 'logits', prompt, from: 0, top: 0, ...wish })
    expect(events.slice(-2)).toEqual([expect.objectContaining({ type: 'usage' }), { type: 'finish', reason: 'stop' }])
    expect(usageOf(events)).toMatchObject({ promptTokens: prompt.length, completionTokens: 0 })
    return events.filter((event): event is LogitsRow => event.type === 'logits')
  }

  test('are a row after each token, from where they are wanted', async () => {
    const all = await survey({})
    expect(all.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
    expect((await survey({ from: 3 })).map(({ position }) => position)).toEqual([3, 4])
    const [last, ...more] = await survey({ from: -1 })
    expect([last?.position, more]).toEqual([4, []])
    expectClose(floats(last?.values), floats(all[4]?.values))
  })

  test('are the largest, in order, of equals the lower id first', async () => {
    const [all, top] = [(await survey({ from: -1 }))[0], (await survey({ from: -1, top: 4 }))[0]]
    const ranked = floats(all?.values).map((logit, id) => ({ logit, id }))
    const largest = ranked.toSorted((a, b) => b.logit - a.logit || a.id - b.id).slice(0, 4)
    expect(all?.ids).toEqual([])
    expect(top?.ids).toEqual(largest.map(({ id }) => id))
    expectClose(
      floats(top?.values),
      largest.map(({ logit }) => logit),
    )
  })
}

function embeddingsConformance(subject: ConformanceSubject, path: string): void {
  const answer = answering(subject, path)
  const long = 'word '.repeat(5000)
  const embed = (inputs: EmbedTask['inputs'], more: Partial<EmbedTask> = {}) =>
    answer({ kind: 'embed', inputs, normalize: true, ...more })

  test('are one a text, in order, of length 1, the same for the same text', async () => {
    const events = await embed(['a word', 'another', 'a word'])
    const vectors = events.filter((event): event is Embedding => event.type === 'embedding')
    expect(vectors.map(({ index }) => index)).toEqual([0, 1, 2])
    const [first = [], other = [], again = []] = vectors.map(({ vector }) => floats(vector))
    expect(Math.hypot(...first)).toBeCloseTo(1, 5)
    expectClose(again, first)
    expect(Math.hypot(...other.map((value, at) => value - (first[at] ?? 0)))).toBeGreaterThan(1e-3)
    const tokens = vectors.reduce((sum, { tokens }) => sum + tokens, 0)
    expect(usageOf(events)).toMatchObject({ promptTokens: tokens, completionTokens: 0 })
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  test('of a text over the context are refused by its index, unless it may be cut', async () => {
    const [refused, ...more] = await embed(['a word', long])
    expect(refused).toMatchObject({ type: 'error', error: { code: 'context_length_exceeded', param: 'input.1' } })
    expect(more).toEqual([])
    expect((await embed(['a word', long], { truncate: true })).at(-1)).toEqual({ type: 'finish', reason: 'stop' })
    expect(usageOf(await embed([long], { truncate: 3 })).promptTokens).toBe(3)
  })

  test('are all that such a model makes', async () => {
    const [refused, ...more] = await answer({ kind: 'logits', prompt: [1], from: 0, top: 1 })
    expect(refused).toMatchObject({ type: 'error', error: { code: 'wrong_model_type', param: 'model' } })
    expect(more).toEqual([])
  })
}

function scoresConformance(subject: ConformanceSubject, path: string): void {
  const answer = answering(subject, path)
  const long = 'word '.repeat(5000)
  const scores = (documents: readonly string[], truncate = false) =>
    answer({ kind: 'rerank', query: 'a word', documents, truncate })

  test('are one a document, in order, the same for the same document', async () => {
    const events = await scores(['a word', 'another', 'a word'])
    const told = events.filter((event) => event.type === 'score')
    expect(told.map(({ index }) => index)).toEqual([0, 1, 2])
    const [first, other, again] = told.map(({ score }) => score)
    expectClose([again ?? Number.NaN], [first ?? 0])
    expect(other).not.toBeCloseTo(first ?? 0, 3)
    const tokens = told.reduce((sum, { tokens }) => sum + tokens, 0)
    expect(usageOf(events)).toMatchObject({ promptTokens: tokens, completionTokens: 0 })
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  test('of a pair over the context are refused by its index, unless it may be cut', async () => {
    const [refused, ...more] = await scores(['a word', long])
    expect(refused).toMatchObject({ type: 'error', error: { code: 'context_length_exceeded', param: 'documents.1' } })
    expect(more).toEqual([])
    expect((await scores([long], true)).at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  test('are all that such a model makes', async () => {
    const [refused, ...more] = await answer({ kind: 'embed', inputs: ['a'], normalize: true })
    expect(refused).toMatchObject({ type: 'error', error: { code: 'wrong_model_type', param: 'model' } })
    expect(more).toEqual([])
  })
}

function floats(base64 = ''): number[] {
  const bytes = Buffer.from(base64, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

/** Batches of another shape may round otherwise. */
function expectClose(values: readonly number[], expected: readonly number[]): void {
  expect(values.length).toBe(expected.length)
  expect(Math.max(0, ...values.map((value, at) => Math.abs(value - (expected[at] ?? Number.NaN))))).toBeLessThan(1e-3)
}
