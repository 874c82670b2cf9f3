import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { failsAfter, says, tells, thinksAndCalls } from '../../fakes/scheduler.ts'
import { fakeServer } from '../../fakes/server.ts'

/** Names the file with the OpenAPI document that GenieX publishes, which is not ours to distribute. */
const VARIABLE = 'GENIEX_OPENAPI'

interface Property {
  readonly minimum?: number
  readonly maximum?: number
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: Record<string, Property> }>> }
}

const path = process.env[VARIABLE]
const published: Document = path === undefined ? null : parse(readFileSync(path, 'utf8'))

/** Expects that the document allows this value as what it calls `schema`. */
function expectGeniex(document: Document, schema: string, value: unknown): void {
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, 'geniex')
  const validate = ajv.compile({ $ref: `geniex#/components/schemas/${schema}` })
  validate(value)
  expect(validate.errors).toBeNull()
}

const crash = failsAfter({ code: 'engine_error', details: { reason: 'no.' }, param: null })
const { app } = fakeServer({
  contract: 'geniex',
  models: [
    { id: 'org/m:Q4_0', reply: says('Hello') },
    { id: 'calls', reply: tells(thinksAndCalls(), { reason: 'tool-calls' }) },
    { id: 'breaks', reply: crash },
  ],
})
const chat = (fields: object) => {
  const payload = { messages: [{ role: 'user', content: 'hi' }], ...fields }
  return app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
}

const title =
  path === undefined ? `GenieX's own document, skipped: ${VARIABLE} does not name it` : "GenieX's own document"

describe.skipIf(path === undefined)(title, () => {
  test.each<[string, number, object]>([
    ['ChatCompletionResponse', 200, { model: 'org/m:Q4_0' }],
    ['ChatCompletionResponse', 200, { model: 'org/m:Q4_0', n: 2, reasoning_format: 'deepseek' }],
    [
      'ChatCompletionResponse',
      200,
      {
        model: 'calls',
        tools: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }],
      },
    ],
    ['ErrorResponse', 400, { model: 'nowhere' }],
    ['ErrorResponse', 400, { model: 'org/m:Q4_0', temperature: 7 }],
    ['ErrorResponse', 500, { model: 'breaks' }],
  ])('allows the %s of status %i to %j', async (schema, status, fields) => {
    const answer = await chat(fields)
    expect(answer.statusCode).toBe(status)
    expectGeniex(published, schema, answer.json())
  })

  test.each([
    ['ModelsListResponse', '/v1/models', 200],
    ['ModelResponse', '/v1/models/org/m:Q4_0', 200],
    ['ErrorResponse', '/v1/models/nowhere', 404],
  ])('allows the %s of %s', async (schema, path, status) => {
    const answer = await app.inject(path)
    expect(answer.statusCode).toBe(status)
    expectGeniex(published, schema, answer.json())
  })

  test.each([
    ['ChatCompletionRequest', 'GeniexChatRequest', ['temperature', 'nctx']],
    ['ForwardLogitsRequest', 'LogitsRequest', []],
  ])('has no field of a %s that ours lacks, nor other bounds', async (theirs, ours, lenient) => {
    const own: Document = parse((await app.inject('/docs/swagger.yaml')).body)
    const wanted = published.components.schemas[theirs]?.properties ?? {}
    const { properties = {} } = own.components.schemas[ours] ?? {}
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(wanted)))
    for (const [name, { minimum, maximum }] of Object.entries(wanted)) {
      if (minimum !== undefined && !lenient.includes(name))
        expect([name, properties[name]?.minimum]).toEqual([name, minimum])
      if (maximum !== undefined) expect([name, properties[name]?.maximum]).toEqual([name, maximum])
    }
  })
})
