import { gzipSync } from 'node:zlib'
import { APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { u32 } from '../../src/models/gguf/format.ts'
import { BASE_TOKENS } from '../../src/models/gguf/vocabulary.ts'
import { encodeGguf } from '../../src/models/gguf/writer.ts'
import { randomModel } from '../fixtures/gguf/random.ts'
import { fixture, models } from '../fixtures/models.ts'
import { Program } from './program.ts'
import { openai } from './target.ts'

/** The endpoints around a given text, over the built program and models that llama.cpp runs. */
const target = { baseUrl: '', model: 'noise' }
let program: Program

const [BOS, EOS, IM_START] = ['<s>', '</s>', '<|im_start|>']

beforeAll(async () => {
  const named = {
    noise: models.random(),
    filler: fixture('filler', fillerModel()),
    embedder: models.embedder(),
    reranker: models.reranker(),
  }
  const args = Object.entries(named).flatMap(([id, path]) => ['--model', `${path}=${id}`])
  program = new Program(['serve', '--port', '0', '--threads', '1', ...args])
  target.baseUrl = await program.listening()
})

afterAll(() => program.dispose())

/** Noise that marks gaps with three of the control tokens it has anyway. */
function fillerModel(): Buffer {
  const { metadata, tensors } = randomModel()
  const marks = [
    ['tokenizer.ggml.fim_pre_token_id', BOS],
    ['tokenizer.ggml.fim_suf_token_id', IM_START],
    ['tokenizer.ggml.fim_mid_token_id', EOS],
  ] as const
  const marked = marks.map(([key, text]) => [key, u32(BASE_TOKENS.findIndex((token) => token.text === text))] as const)
  return encodeGguf({ metadata: new Map([...metadata, ...marked]), tensors })
}

const TEXT = 'the little friend was so happy to see the big day and they can play up and down'

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const json = { 'content-type': 'application/json' }
  return fetch(target.baseUrl + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
}

interface Rows {
  readonly n_rows: number
  readonly vocab_size: number
  readonly input_ids: readonly number[]
  readonly rows: readonly { readonly token_ids?: readonly number[]; readonly logits: readonly number[] }[]
}

async function logits(body: object): Promise<Rows> {
  const response = await post('/v1/logits', { model: 'noise', ...body })
  expect(response.status).toBe(200)
  return (await response.json()) as Rows
}

function logSoftmax(row: readonly number[], id: number): number {
  const largest = Math.max(...row)
  const sum = row.reduce((total, logit) => total + Math.exp(logit - largest), 0)
  return (row[id] ?? Number.NaN) - largest - Math.log(sum)
}

/** Of tokens, from the logprob of each but the first. */
function perplexity(logprobs: readonly number[]): number {
  return Math.exp(-logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length)
}

describe('logits', () => {
  test('give the same perplexity as the logprobs of an echoed prompt, in each form', async () => {
    const { input_ids, rows, n_rows, vocab_size } = await logits({ input: TEXT, top_n: 0 })
    expect([rows.length, n_rows, rows[0]?.logits.length]).toEqual([input_ids.length, n_rows, vocab_size])
    const direct = input_ids.slice(1).map((id, at) => logSoftmax(rows[at]?.logits ?? [], id))

    const echoed = await openai(target).completions.create({
      model: 'noise',
      prompt: TEXT,
      echo: true,
      max_tokens: 0,
      logprobs: 1,
    })
    const [first, ...told] = echoed.choices[0]?.logprobs?.token_logprobs ?? []
    expect(echoed.choices[0]?.text).toBe(TEXT)
    // This model has no BOS, so that the first token follows nothing.
    expect([first, told.length]).toEqual([null, input_ids.length - 1])
    expect(Math.abs(perplexity(told) - perplexity(direct))).toBeLessThan(1e-4)
    told.forEach((logprob, at) => {
      expect(Math.abs(logprob - (direct[at] ?? Number.NaN))).toBeLessThan(1e-4)
    })

    const accept = { accept: 'application/octet-stream' }
    const binary = await post('/v1/logits', { model: 'noise', input_ids, top_n: 0 }, accept)
    const floats = new Float32Array(await binary.arrayBuffer())
    expect([binary.headers.get('x-trivet-rows'), floats.length]).toEqual([`${n_rows}`, n_rows * vocab_size])
    const fromBinary = input_ids
      .slice(1)
      .map((id, at) => logSoftmax([...floats.slice(at * vocab_size, (at + 1) * vocab_size)], id))
    expect(Math.abs(perplexity(fromBinary) - perplexity(direct))).toBeLessThan(1e-4)
  })

  test('of the last token are those of its row, and the largest are the largest', async () => {
    const { input_ids, rows } = await logits({ input: TEXT, top_n: 0 })
    const all = rows.at(-1)?.logits ?? []
    const last = await logits({ input_ids, last_only: true, top_n: 5 })
    expect([last.n_rows, last.rows.length]).toEqual([1, 1])
    const { token_ids = [], logits: largest = [] } = last.rows[0] ?? {}
    const sorted = all.map((logit, id) => ({ logit, id })).toSorted((a, b) => b.logit - a.logit || a.id - b.id)
    expect(token_ids).toEqual(sorted.slice(0, 5).map(({ id }) => id))
    largest.forEach((logit, at) => {
      expect(Math.abs(logit - (sorted[at]?.logit ?? Number.NaN))).toBeLessThan(1e-4)
    })
  })
})

describe('completions', () => {
  const STEADY = { model: 'noise', prompt: TEXT, temperature: 0, max_tokens: 12 } as const

  test('are the same streamed, and from the tokens of their text', async () => {
    const whole = await openai(target).completions.create(STEADY)
    const stream = await openai(target).completions.create({
      ...STEADY,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let usage = null
    for await (const chunk of stream) {
      text += chunk.choices[0]?.text ?? ''
      usage = chunk.usage ?? usage
    }
    expect(text).toBe(whole.choices[0]?.text)
    expect(usage?.completion_tokens).toBe(12)
    const { input_ids } = await logits({ input: TEXT, top_n: 1 })
    const fromTokens = await openai(target).completions.create({ ...STEADY, prompt: [...input_ids] })
    expect(fromTokens.choices[0]?.text).toBe(text)
    expect(fromTokens.usage?.prompt_tokens).toBe(whole.usage?.prompt_tokens)
  })

  test('tell logprobs whose tokens make up the text', async () => {
    const { choices } = await openai(target).completions.create({ ...STEADY, logprobs: 3 })
    const { tokens = [], token_logprobs = [], top_logprobs = [] } = choices[0]?.logprobs ?? {}
    const text = tokens.join('').replace(/bytes:(\\x[0-9a-f]{2})+/g, '\uFFFD')
    expect(text).toBe(choices[0]?.text)
    expect(tokens.length).toBe(12)
    // At temperature 0 every token is the likeliest.
    const likeliest = top_logprobs.map((top) => Math.max(...Object.values(top)))
    expect(token_logprobs).toEqual(likeliest)
  })

  test('of several prompts answer each as if it were alone', async () => {
    const alone = async (prompt: string) =>
      (await openai(target).completions.create({ ...STEADY, prompt })).choices[0]?.text
    const both = await openai(target).completions.create({ ...STEADY, prompt: ['the day', 'my friend'] })
    expect(both.choices.map(({ text }) => text)).toEqual([await alone('the day'), await alone('my friend')])
  })

  test('choose the likeliest of several', async () => {
    const fields = { ...STEADY, temperature: 1, seed: 3, logprobs: 0, n: 3 }
    const all = await openai(target).completions.create(fields)
    const mean = (logprobs: readonly number[]) => logprobs.reduce((sum, value) => sum + value, 0) / logprobs.length
    const means = all.choices.map(({ logprobs }) => mean(logprobs?.token_logprobs ?? []))
    const best = await openai(target).completions.create({ ...fields, n: 1, best_of: 3 })
    expect(best.choices[0]?.text).toBe(all.choices[means.indexOf(Math.max(...means))]?.text)
    expect(best.usage?.completion_tokens).toBe(36)
  })

  test('fill the gap before a suffix, in the order of such models', async () => {
    const filled = await openai(target).completions.create({ ...STEADY, model: 'filler', suffix: 'the end' })
    const prompt = `${BOS}${TEXT}${IM_START}the end${EOS}`
    const spelled = await openai(target).completions.create({ ...STEADY, model: 'filler', prompt })
    expect(filled.choices[0]?.text).toBe(spelled.choices[0]?.text)
    expect(filled.usage?.prompt_tokens).toBe(spelled.usage?.prompt_tokens)
  })

  test('refuse a suffix, which this model was not made for', async () => {
    const asked = openai(target).completions.create({ ...STEADY, suffix: 'end' })
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'unsupported_parameter', param: 'suffix' })
  })
})

describe('embeddings', () => {
  const embed = async (input: string | string[], more: object = {}) =>
    openai(target).embeddings.create({ model: 'embedder', input, ...more })

  test('by the client, which asks for base64 unasked, are those of the float form', async () => {
    const [unasked, floats] = [await embed(TEXT), await embed(TEXT, { encoding_format: 'float' })]
    const [a = [], b = []] = [unasked.data[0]?.embedding, floats.data[0]?.embedding]
    expect([a.length, b.length]).toEqual([64, 64])
    expect(Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? Number.NaN))))).toBeLessThan(1e-6)
    expect(Math.hypot(...a)).toBeCloseTo(1, 5)
    expect(unasked.usage.prompt_tokens).toBeGreaterThan(0)
  })

  test('of six hundred texts come in order, equal for equal texts', async () => {
    const texts = Array.from({ length: 600 }, (_, index) => (index % 3 === 0 ? 'the day' : `friend ${index % 3}`))
    const { data } = await embed(texts)
    expect(data.map(({ index }) => index)).toEqual(texts.map((_, index) => index))
    const distance = (a: readonly number[], b: readonly number[]) =>
      Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)))
    expect(distance(data[0]?.embedding ?? [], data[597]?.embedding ?? [1])).toBeLessThan(1e-5)
    expect(distance(data[0]?.embedding ?? [], data[1]?.embedding ?? [])).toBeGreaterThan(1e-3)
    expect(data.flatMap(({ embedding }) => embedding).every(Number.isFinite)).toBe(true)
  })

  test('of a text over the context are refused by its index, unless it may be cut', async () => {
    const long = 'day '.repeat(600)
    const refusal = await embed(['a', long]).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(APIError)
    expect(refusal).toMatchObject({ status: 400, code: 'context_length_exceeded', param: 'input.1' })
    expect((await embed(['a', long], { truncate: true })).data).toHaveLength(2)
    expect((await embed(long, { truncate_prompt_tokens: 10 })).usage.prompt_tokens).toBe(10)
  })

  test('of tokens that the vocabulary lacks are refused', async () => {
    const response = await post('/v1/embeddings', { model: 'embedder', input: [[1, 2], [999_999]] })
    const { error } = (await response.json()) as { error: { param: string } }
    expect([response.status, error.param]).toEqual([400, 'input.1'])
  })
})

describe('reranking', () => {
  const documents = ['the day', 'a happy friend', 'weather in paris']

  test('is the order of the scores', async () => {
    const scored = await (await post('/v1/score', { model: 'reranker', text_1: 'friend', text_2: documents })).json()
    const scores = (scored as { data: { score: number }[] }).data.map(({ score }) => score)
    const reranked = await (await post('/v1/rerank', { model: 'reranker', query: 'friend', documents })).json()
    const { results } = reranked as { results: { index: number; relevance_score: number }[] }
    const expected = scores.map((score, index) => ({ score, index })).toSorted((a, b) => b.score - a.score)
    expect(results.map(({ index }) => index)).toEqual(expected.map(({ index }) => index))
    results.forEach(({ relevance_score }, at) => {
      expect(Math.abs(relevance_score - (expected[at]?.score ?? Number.NaN))).toBeLessThan(1e-5)
    })
    expect(new Set(scores).size).toBe(3)
    expect(scores.every((score) => score > 0 && score < 1)).toBe(true)
  })

  test('names the pair that is too long', async () => {
    const pairs = { text_1: ['a', 'b'], text_2: ['a', 'day '.repeat(600)] }
    const response = await post('/v1/score', { model: 'reranker', ...pairs })
    const { error } = (await response.json()) as { error: { param: string } }
    expect([response.status, error.param]).toEqual([400, 'text_2.1'])
  })
})

test.each([
  ['/v1/embeddings', { model: 'noise', input: 'a' }],
  ['/v1/embeddings', { model: 'reranker', input: 'a' }],
  ['/v1/rerank', { model: 'noise', query: 'a', documents: ['b'] }],
  ['/v1/logits', { model: 'embedder', input_ids: [1] }],
  ['/v1/completions', { model: 'embedder', prompt: 'a' }],
  ['/v1/chat/completions', { model: 'reranker', messages: [{ role: 'user', content: 'a' }] }],
])('%s of a model that is not made for it is a 400: %j', async (path, body) => {
  const response = await post(path, body)
  const { error } = (await response.json()) as { error: { code: string; param: string } }
  expect([response.status, error.code, error.param]).toEqual([400, 'wrong_model_type', 'model'])
})

test('a compressed request is read', async () => {
  const body = new Uint8Array(gzipSync(JSON.stringify({ model: 'noise', prompt: TEXT, max_tokens: 2 })))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const response = await fetch(`${target.baseUrl}/v1/completions`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
})
