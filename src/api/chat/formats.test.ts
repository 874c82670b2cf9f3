import { describe, expect, test } from 'vitest'
import { type FakeModel, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { TrivetError } from '../../core/errors.ts'

const THINKING =
  '{{ messages[0].content }}{% if add_generation_prompt and enable_thinking is false %}<think></think>{% endif %}'
const S = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false }

function server(model: Partial<FakeModel> = {}) {
  return fakeServer({
    models: [{ id: 'm', reply: says('{"a": 1}'), ...model }],
    files: {
      grammar: (name) => {
        if (name === 'yes.gbnf') return 'root ::= "yes"'
        throw new TrivetError('invalid_value', { reason: 'no such grammar' }, 'grammar_path')
      },
    },
  })
}

async function ask(fields: object, model: Partial<FakeModel> = {}) {
  const { app, scheduler } = server(model)
  const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }
  const response = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
  return {
    status: response.statusCode,
    body: response.json(),
    warnings: response.headers['x-trivet-warnings'],
    grammar: scheduler.tasks[0]?.constraint?.grammar,
    triggers: scheduler.tasks[0]?.constraint?.triggers,
  }
}

/** The grammar of the answer that each spelling below asks for. */
async function grammarOf(fields: object): Promise<string | undefined> {
  const { status, grammar, triggers } = await ask(fields)
  expect([status, triggers]).toEqual([200, undefined])
  return grammar
}

const withSchema = (more: object = {}) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'x', schema: S, ...more } },
})

describe('every spelling of a format reaches the engine', () => {
  test.each([{}, { response_format: { type: 'text' } }, { response_format: null }, { enable_json: false }])(
    '%j leaves the answer free',
    async (fields) => {
      expect(await grammarOf(fields)).toBeUndefined()
    },
  )

  test('a schema', async () => {
    const grammar = await grammarOf(withSchema())
    expect(grammar).toContain('"\\"a\\""')
    for (const fields of [
      withSchema({ strict: true, description: 'what it is' }),
      withSchema({ strict: false, name: null }),
      { response_format: { type: 'json_schema', schema: S } },
      { response_format: { type: 'json_object', schema: S } },
      { json_schema: S },
      { guided_json: S },
      { structured_outputs: { json: S } },
      { enable_json: true, ...withSchema() },
      { response_format: { type: 'json_object' }, json_schema: S },
    ]) {
      expect([fields, await grammarOf(fields)]).toEqual([fields, grammar])
    }
  })

  test('any object', async () => {
    const grammar = await grammarOf({ response_format: { type: 'json_object' } })
    expect(grammar).toMatch(/^root ::= "\{"/)
    for (const fields of [{ enable_json: true }, { structured_outputs: { json_object: true } }]) {
      expect([fields, await grammarOf(fields)]).toEqual([fields, grammar])
    }
  })

  test.each([
    [
      'root ::= "yes"\n',
      [{ grammar_string: 'root ::= "yes"' }, { grammar: 'root ::= "yes"' }, { grammar_path: 'yes.gbnf' }],
    ],
    ['root ::= "yes"\n', [{ guided_grammar: 'root ::= "yes"' }, { structured_outputs: { grammar: 'root ::= "yes"' } }]],
    ['root ::= "yes" | "no"\n', [{ choice: ['yes', 'no'] }, { guided_choice: ['yes', 'no'] }]],
    ['root ::= "yes" | "no"\n', [{ structured_outputs: { choice: ['yes', 'no'] } }]],
  ])('%j', async (grammar, all) => {
    for (const fields of all) expect([fields, await grammarOf(fields)]).toEqual([fields, grammar])
  })

  test('a regular expression', async () => {
    const grammar = await grammarOf({ regex: 'a[bc]' })
    expect(grammar).toContain('[b-c]')
    expect(await grammarOf({ guided_regex: 'a[bc]' })).toBe(grammar)
    expect(await grammarOf({ structured_outputs: { regex: 'a[bc]' } })).toBe(grammar)
  })

  test('every choice of several answers is held to it', async () => {
    const { app, scheduler } = server()
    const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], n: 3, choice: ['a'] }
    await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
    expect(scheduler.tasks.map(({ constraint }) => constraint?.grammar)).toEqual([
      'root ::= "a"\n',
      'root ::= "a"\n',
      'root ::= "a"\n',
    ])
  })
})

describe('what is refused, before anything is asked of a model', () => {
  test.each<[string, string, object]>([
    ['response_format', 'invalid_value', { response_format: { type: 'xml' } }],
    ['response_format', 'invalid_value', { response_format: 'json' }],
    ['response_format.json_schema', 'missing_field', { response_format: { type: 'json_schema' } }],
    [
      'response_format.json_schema.schema',
      'missing_field',
      { response_format: { type: 'json_schema', json_schema: { name: 'x' } } },
    ],
    ['response_format', 'unsupported_schema', withSchema({ schema: { not: { type: 'null' } } })],
    ['response_format', 'unsupported_schema', withSchema({ schema: false })],
    ['json_schema', 'unsupported_schema', { json_schema: { $ref: '#/$defs/nowhere' } }],
    ['regex', 'invalid_value', { regex: '(a' }],
    ['guided_regex', 'invalid_value', { guided_regex: '(a)\\1' }],
    ['grammar_string', 'invalid_value', { grammar_string: 'answer ::= "a"' }],
    ['grammar_path', 'invalid_value', { grammar_path: '../yes.gbnf' }],
    ['choice', 'invalid_value', { choice: [] }],
    ['regex', 'invalid_value', { regex: 'a', json_schema: S }],
    ['guided_choice', 'invalid_value', { choice: ['a'], guided_choice: ['b'] }],
    ['enable_json', 'invalid_value', { enable_json: true, choice: ['a'] }],
  ])('%s: %s %j', async (param, code, fields) => {
    const { status, body, grammar } = await ask(fields)
    expect([status, body.error.code, body.error.param, grammar]).toEqual([400, code, param, undefined])
  })

  test('the keyword and its place are named', async () => {
    const schema = { type: 'object', properties: { 'a/b': { items: { uniqueItems: true } } } }
    const { body } = await ask(withSchema({ schema }))
    expect(body.error.message).toBe(
      "The JSON Schema can't be enforced: `uniqueItems` at #/properties/a~1b/items is only supported where there is one item, or an enum of them.",
    )
  })

  test('a model whose engine has no grammars', async () => {
    const { status, body } = await ask({ choice: ['a'] }, { refused: ['constraint'] })
    expect([status, body.error.code, body.error.param]).toEqual([400, 'unsupported_parameter', 'response_format'])
    expect((await ask({}, { refused: ['constraint'] })).status).toBe(200)
  })
})

describe('around the answer', () => {
  test('thinking stays free, and the answer begins after it', async () => {
    const { grammar } = await ask({ choice: ['yes'] }, { chatTemplate: THINKING })
    expect(grammar).toContain('"<think>"')
    expect(grammar).toContain('"yes"')
  })

  test('where thinking is refused, none is allowed', async () => {
    const { grammar } = await ask({ choice: ['yes'], enable_thinking: false }, { chatTemplate: THINKING })
    expect(grammar).toBe('root ::= "yes"\n')
  })

  test('a model with tools either calls or answers in the format', async () => {
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }]
    const { grammar, triggers } = await ask({ tools, choice: ['yes'] })
    expect(triggers).toBeUndefined()
    expect(grammar).toContain('"yes"')
    expect(grammar).toContain('look')
  })

  test('stop strings leave JSON strings alone', async () => {
    const reply = says('{"a": "x, y"', ', "b": 1}')
    const { body } = await ask({ enable_json: true, stop: [','] }, { reply })
    expect(body.choices[0].message.content).toBe('{"a": "x, y"')
    expect(body.choices[0].finish_reason).toBe('stop')
  })

  test('a stop string has no effect on a choice, and that is told', async () => {
    const { body, warnings } = await ask({ choice: ['a, b'], stop: ',' }, { reply: says('a, b') })
    expect(body.choices[0].message.content).toBe('a, b')
    expect(warnings).toBe('ignored: stop')
  })

  test('what a limit cuts is handed over as it is', async () => {
    const { body } = await ask({ enable_json: true, max_tokens: 1 }, { reply: says('{"a', '": 1}') })
    expect(body.choices[0].message.content).toBe('{"a')
    expect(body.choices[0].finish_reason).toBe('length')
  })
})
