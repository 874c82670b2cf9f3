import { describe, expect, test } from 'vitest'
import { type FakeModel, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const S = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false }

async function ask(fields: object, model: Partial<FakeModel> = {}) {
  const { app, scheduler } = fakeServer({ models: [{ id: 'm', reply: says('{"a": 1}'), ...model }] })
  const response = await app.inject({
    method: 'POST',
    url: '/v1/completions',
    payload: { model: 'm', prompt: 'hi', ...fields },
  })
  return {
    status: response.statusCode,
    body: response.json(),
    warnings: response.headers['x-trivet-warnings'],
    grammars: scheduler.tasks.map(({ constraint }) => constraint?.grammar),
  }
}

describe('an answer is held to its format from the first token', () => {
  test('by every name that chat completions have for it', async () => {
    const schema = (await ask({ json_schema: S })).grammars
    expect(schema).toEqual([expect.stringContaining('"\\"a\\""')])
    const named = { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: S } }
    for (const fields of [{ response_format: named }, { guided_json: S }, { structured_outputs: { json: S } }]) {
      expect([fields, (await ask(fields)).grammars]).toEqual([fields, schema])
    }
    const object = (await ask({ response_format: { type: 'json_object' } })).grammars
    expect(object).toEqual([expect.stringMatching(/^root ::= "\{"/)])
    expect((await ask({ enable_json: true })).grammars).toEqual(object)
  })

  test.each<[string, object]>([
    ['root ::= "yes"\n', { grammar: 'root ::= "yes"' }],
    ['root ::= "yes"\n', { grammar_string: 'root ::= "yes"' }],
    ['root ::= "yes"\n', { guided_grammar: 'root ::= "yes"' }],
    ['root ::= "read"\n', { grammar_path: 'some.gbnf' }],
    ['root ::= "yes" | "no"\n', { guided_choice: ['yes', 'no'] }],
    ['root ::= [b-c]\n', { guided_regex: '[bc]' }],
  ])('%j of %j', async (grammar, fields) => {
    expect((await ask(fields)).grammars).toEqual([grammar])
  })

  test('whichever prompt and candidate it answers', async () => {
    expect((await ask({ prompt: ['a', 'b'], n: 2, choice: ['x'] })).grammars).toEqual(Array(4).fill('root ::= "x"\n'))
  })

  test('or is free', async () => {
    for (const fields of [{}, { response_format: { type: 'text' } }, { response_format: null, grammar: null }]) {
      expect((await ask(fields)).grammars).toEqual([undefined])
    }
  })
})

test('stop strings leave JSON strings alone, and have no effect on a choice', async () => {
  const json = await ask({ enable_json: true, stop: ',' }, { reply: says('{"a": "x, y"', ', "b": 1}') })
  expect(json.body.choices[0]).toMatchObject({ text: '{"a": "x, y"', finish_reason: 'stop' })
  const choice = await ask({ choice: ['a, b'], stop: ',' }, { reply: says('a, b') })
  expect([choice.body.choices[0].text, choice.warnings]).toEqual(['a, b', 'ignored: stop'])
})

test.each<[string, string, object]>([
  ['response_format', 'invalid_value', { response_format: { type: 'xml' } }],
  ['response_format.json_schema', 'missing_field', { response_format: { type: 'json_schema' } }],
  ['json_schema', 'unsupported_schema', { json_schema: { not: {} } }],
  ['grammar', 'invalid_value', { grammar: 'answer ::= "a"' }],
  ['choice', 'invalid_value', { choice: ['a'], json_schema: S }],
])('%s: %s %j', async (param, code, fields) => {
  const { status, body, grammars } = await ask(fields)
  expect([status, body.error.code, body.error.param, grammars]).toEqual([400, code, param, []])
})

test('a model whose engine has no grammars refuses it by name', async () => {
  const { status, body } = await ask({ choice: ['a'] }, { refused: ['constraint'] })
  expect([status, body.error.code, body.error.param]).toEqual([400, 'unsupported_parameter', 'response_format'])
})

test('null asks for nothing, whichever API the field is of', async () => {
  const names = ['messages', 'tools', 'logprobs', 'json_schema', 'top_logprobs', 'reasoning_effort', 'functions']
  const { status, warnings } = await ask(Object.fromEntries(names.map((name) => [name, null])))
  expect([status, warnings]).toEqual([200, undefined])
})
