import { describe, expect, test } from 'vitest'
import { characters, VOCABULARY_TOKENS } from '../../../test/fakes/characters.ts'
import { CONTEXT_TOKENS, type FakeModel, type OtherTask, type Reply, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { decodeFloats, encodeFloats } from '../../core/floats.ts'
import { logitsSchema } from './response-schema.ts'

const model: FakeModel = { id: 'm', reply: says(), other: characters, capabilities: { logits: true } }
const { app, scheduler } = fakeServer({ models: [model, { ...model, id: 'mute', capabilities: {} }] })

interface Asked {
  readonly status: number
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, unknown>>
  readonly tasks: readonly OtherTask[]
  readonly error: { readonly message: string; readonly param: string | null; readonly code: string }
}

async function ask(fields: object, headers: Record<string, string> = {}): Promise<Asked> {
  scheduler.otherTasks.length = 0
  const payload = { model: 'm', ...fields }
  const {
    statusCode,
    rawPayload,
    headers: said,
  } = await app.inject({ method: 'POST', url: '/v1/logits', headers, payload })
  const error = statusCode === 200 ? undefined : JSON.parse(rawPayload.toString()).error
  return { status: statusCode, bytes: rawPayload, headers: said, tasks: [...scheduler.otherTasks], error }
}

async function logits(fields: object) {
  const { bytes, headers } = await ask(fields)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  return logitsSchema.strict().parse(JSON.parse(bytes.toString()))
}

/** In the fake, the logit of token `t` after position `p` is -|t - p|. */
describe('logits', () => {
  test('are the largest of each row, of equals the lower id first', async () => {
    expect(await logits({ input_ids: [5, 6, 7], top_n: 3 })).toEqual({
      model: 'm',
      n_rows: 3,
      vocab_size: VOCABULARY_TOKENS,
      top_n: 3,
      rows: [
        { token_ids: [0, 1, 2], logits: [0, -1, -2] },
        { token_ids: [1, 0, 2], logits: [0, -1, -1] },
        { token_ids: [2, 1, 3], logits: [0, -1, -1] },
      ],
    })
  })

  test.each([{}, { top_n: null, last_only: null, nctx: null, ngl: null, compute: null }])(
    'are twenty unless told otherwise: %j',
    async (fields) => {
      const { rows, top_n } = await logits({ input_ids: [1, 2], ...fields })
      expect([top_n, rows.map((row) => row.logits.length)]).toEqual([20, [20, 20]])
    },
  )

  test('may be all, in order of id, and are then without ids', async () => {
    const { rows, top_n } = await logits({ input_ids: [3, 4], top_n: 0 })
    expect(top_n).toBe(0)
    expect(rows[1]).toEqual({ logits: Array.from({ length: VOCABULARY_TOKENS }, (_, id) => 0 - Math.abs(id - 1)) })
  })

  test('beyond the vocabulary are all there are, and the number asked for is told as it was', async () => {
    const { rows, top_n } = await logits({ input_ids: [3], top_n: 1000 })
    expect([top_n, rows[0]?.token_ids?.length]).toEqual([VOCABULARY_TOKENS, VOCABULARY_TOKENS])
  })

  test('of the last token only are one row', async () => {
    const { rows, n_rows } = await logits({ input_ids: [5, 6, 7], last_only: true, top_n: 1 })
    expect([n_rows, rows]).toEqual([1, [{ token_ids: [2], logits: [0] }]])
  })

  test('are asked for as they are', async () => {
    const { tasks } = await ask({ input_ids: [5, 6, 7], last_only: true, top_n: 4, nctx: CONTEXT_TOKENS })
    expect(tasks).toEqual([{ kind: 'logits', prompt: [5, 6, 7], from: 2, top: 4 }])
  })
})

describe('instead of tokens', () => {
  // Characters of this fake are tokens; few of them are in its vocabulary.
  test('a text is tokenized, and the tokens are told', async () => {
    const { input_ids, rows } = await logits({ input: '\u0005\u0006', top_n: 1 })
    expect([input_ids, rows.length]).toEqual([[1, 5, 6], 3])
  })

  test('a conversation is put with the chat template', async () => {
    const { tasks } = await ask({ messages: [{ role: 'user', content: 'hi' }] })
    expect(tasks[0]).toEqual({ kind: 'tokenize', text: '<user>hi<assistant>', addSpecial: true, parseSpecial: true })
  })
})

describe('the binary form', () => {
  const accept = { accept: 'application/octet-stream' }

  test('is rows of 32-bit floats', async () => {
    const { bytes, headers } = await ask({ input_ids: [3, 4], top_n: 0 }, accept)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-trivet-rows': '2',
      'x-trivet-columns': `${VOCABULARY_TOKENS}`,
    })
    const floats = decodeFloats(bytes.toString('base64'))
    expect([...floats.slice(VOCABULARY_TOKENS)]).toEqual(
      Array.from({ length: VOCABULARY_TOKENS }, (_, id) => 0 - Math.abs(id - 1)),
    )
    expect(floats.length).toBe(2 * VOCABULARY_TOKENS)
  })

  test('of the largest begins each row with their ids', async () => {
    const { bytes } = await ask({ input_ids: [3, 4], top_n: 2 }, accept)
    const row = bytes.subarray(16)
    expect([row.length, row.readUInt32LE(0), row.readUInt32LE(4), row.readFloatLE(8), row.readFloatLE(12)]).toEqual([
      16, 1, 0, 0, -1,
    ])
  })
})

describe('rows of a large vocabulary', () => {
  const WIDTH = 200_000
  const values = encodeFloats(Float32Array.from({ length: WIDTH }, (_, id) => Math.fround(id / 3)))
  const wide: Reply<OtherTask> = async function* (task) {
    if (task.kind !== 'logits') throw new Error(`unexpected ${task.kind}`)
    for (let position = task.from; position < task.prompt.length; position++) {
      yield { type: 'logits', position, ids: [], values }
    }
    yield { type: 'finish', reason: 'stop' }
  }
  const capabilities = { logits: true }

  test('are fetched some at a time, as they are read', async () => {
    const models = [{ id: 'wide', reply: says(), other: wide, capabilities, vocabularyTokens: WIDTH }]
    const { app, scheduler } = fakeServer({ models, bodyLimitBytes: 1024 * 1024 })
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1/logits`
    const input_ids = Array.from({ length: 100 }, () => 1)
    const body = JSON.stringify({ model: 'wide', input_ids, top_n: 0 })
    const headers = { 'content-type': 'application/json', accept: 'application/octet-stream' }
    const response = await fetch(url, { method: 'POST', headers, body })
    const windowRows = Math.floor((32 * 1024 * 1024) / (WIDTH * 4))
    // Nothing has been read of the answer, so that the engine was not asked for all of it.
    expect(scheduler.otherTasks.length).toBeLessThanOrEqual(2)
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.length
    expect(bytes).toBe(100 * WIDTH * 4)
    expect(scheduler.otherTasks.length).toBe(Math.ceil(100 / windowRows))
    expect(scheduler.otherTasks[1]).toEqual({
      kind: 'logits',
      prompt: input_ids.slice(0, 2 * windowRows),
      from: windowRows,
      top: 0,
    })
    app.server.closeAllConnections()
    await app.close()
  })

  test('that fail midway leave the answer cut off', async () => {
    const failing: Reply<OtherTask> = async function* (task) {
      if (task.kind !== 'logits') throw new Error(`unexpected ${task.kind}`)
      yield { type: 'logits', position: 0, ids: [1], values: encodeFloats(Float32Array.of(1)) }
      yield { type: 'error', error: { code: 'engine_error', details: { reason: 'x' }, param: null } }
    }
    const { app } = fakeServer({ models: [{ id: 'm', reply: says(), other: failing, capabilities }] })
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1/logits`
    const body = JSON.stringify({ model: 'm', input_ids: [1, 2], top_n: 1 })
    const asked = fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await expect(asked.then((response) => response.text())).rejects.toThrow()
    app.server.closeAllConnections()
    await app.close()
  })
})

test.each<[string, string, object]>([
  ['missing_field', 'input_ids', {}],
  ['missing_field', 'input_ids', { input_ids: null }],
  ['invalid_value', 'input_ids', { input_ids: [] }],
  ['invalid_value', 'input_ids', { input_ids: [1], input: 'a' }],
  ['invalid_value', 'input_ids.0', { input_ids: [-1] }],
  ['invalid_value', 'input_ids', { input_ids: [1, VOCABULARY_TOKENS] }],
  ['invalid_value', 'input', { input: 'a' }],
  ['invalid_value', 'top_n', { input_ids: [1], top_n: -1 }],
  ['unsupported_parameter', 'nctx', { input_ids: [1], nctx: 4001 }],
  ['invalid_value', 'ngl', { input_ids: [1], ngl: -2 }],
  ['wrong_model_type', 'model', { model: 'mute', input_ids: [1] }],
])('%s about %s for %j', async (code, param, fields) => {
  const { status, error } = await ask(fields)
  expect([status, error.code, error.param]).toEqual([400, code, param])
})

test('more tokens than the context has are refused, however they were given', async () => {
  const [tokens, text] = [Array(CONTEXT_TOKENS + 1).fill(1), '\u0002'.repeat(CONTEXT_TOKENS)]
  const errors = [(await ask({ input_ids: tokens })).error, (await ask({ input: text })).error]
  expect(errors.map(({ code, param }) => [code, param])).toEqual([
    ['context_length_exceeded', 'input_ids'],
    ['context_length_exceeded', 'input'],
  ])
})
