import { describe, expect, test } from 'vitest'
import { type FakeModel, type OtherTask, type Reply, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { detokenizationSchema, tokenizationSchema } from './schema.ts'

/** Tokens are code points. */
const codePoints: Reply<OtherTask> = async function* (task) {
  if (task.kind === 'tokenize') yield { type: 'tokens', ids: Array.from(task.text, (each) => each.codePointAt(0) ?? 0) }
  if (task.kind === 'detokenize') {
    const text = String.fromCodePoint(...task.tokens)
    yield { type: 'text-delta', text, tokens: task.tokens.length }
  }
  yield { type: 'finish', reason: 'stop' }
}

const model: FakeModel = { id: 'm', reply: says(), other: codePoints }

async function post(path: string, fields: object) {
  const { app, scheduler } = fakeServer({ models: [model] })
  const response = await app.inject({ method: 'POST', url: path, payload: { model: 'm', ...fields } })
  return { status: response.statusCode, body: response.json(), tasks: scheduler.otherTasks }
}

describe('tokenize', () => {
  test('tells ids, their number and the context', async () => {
    const { body, tasks } = await post('/v1/tokenize', { text: 'aé🙂' })
    expect(tokenizationSchema.strict().parse(body)).toEqual({
      object: 'tokenization',
      model: 'm',
      tokens: [97, 233, 128578],
      count: 3,
      max_model_len: 1000,
    })
    expect(tasks).toEqual([{ kind: 'tokenize', text: 'aé🙂', addSpecial: true, parseSpecial: true }])
  })

  test.each([
    ['llama.cpp', { content: 'a', add_special: false, parse_special: false }, [false, false]],
    ['vLLM', { prompt: 'a', add_special_tokens: false }, [false, true]],
    ['nulls', { text: 'a', content: null, add_special: null }, [true, true]],
  ])('in the words of %s', async (_, fields, options) => {
    const { status, tasks } = await post('/v1/tokenize', fields)
    const [addSpecial, parseSpecial] = options
    expect([status, tasks]).toEqual([200, [{ kind: 'tokenize', text: 'a', addSpecial, parseSpecial }]])
  })

  test('an empty text has no tokens', async () => {
    expect((await post('/v1/tokenize', { text: '' })).body).toMatchObject({ tokens: [], count: 0 })
  })

  test.each([
    [{}, 'missing_field', 'text'],
    [{ text: 1 }, 'invalid_value', 'text'],
    [{ text: 'a', model: 'x' }, 'model_not_found', 'model'],
  ])('%j is refused', async (fields, code, param) => {
    expect((await post('/v1/tokenize', fields)).body.error).toMatchObject({ code, param })
  })
})

describe('detokenize', () => {
  test('tells the text', async () => {
    const { body, tasks } = await post('/v1/detokenize', { tokens: [97, 233, 128578] })
    expect(detokenizationSchema.strict().parse(body)).toEqual({ object: 'detokenization', model: 'm', text: 'aé🙂' })
    expect(tasks).toEqual([{ kind: 'detokenize', tokens: [97, 233, 128578] }])
  })

  test('of nothing is nothing', async () => {
    const { body, tasks } = await post('/v1/detokenize', { tokens: [] })
    expect([body.text, tasks]).toEqual(['', []])
  })

  test.each([
    [{}, 'missing_field', 'tokens'],
    [{ tokens: ['a'] }, 'invalid_value', 'tokens.0'],
    [{ tokens: [-1] }, 'invalid_value', 'tokens.0'],
    [{ tokens: [1.5] }, 'invalid_value', 'tokens.0'],
  ])('%j is refused', async (fields, code, param) => {
    expect((await post('/v1/detokenize', fields)).body.error).toMatchObject({ code, param })
  })
})
