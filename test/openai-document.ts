import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { expect, type TestContext } from 'vitest'

/** Names the file with OpenAI's published OpenAPI document, which is not ours to distribute. */
const VARIABLE = 'OPENAI_OPENAPI'

interface Schema {
  readonly anyOf?: readonly { readonly $ref: string }[]
  readonly properties?: { readonly type?: { readonly enum?: readonly string[] } }
}

interface OpenAiDocument {
  readonly validator: Ajv.default
  readonly schemas: Readonly<Record<string, Schema>>
}

let document: OpenAiDocument | null = null

/** Expects that OpenAI's own document allows this value as what it calls `schema`; without the document, skips. */
export function expectOpenAi({ skip }: Pick<TestContext, 'skip'>, schema: string, value: unknown): void {
  const path = process.env[VARIABLE]
  if (path === undefined) skip(`${VARIABLE} names no file with OpenAI's OpenAPI document`)
  else {
    const validate = read(path).validator.compile({ $ref: `openai#/components/schemas/${schema}` })
    validate(value)
    expect(validate.errors).toBeNull()
  }
}

/** The same of an event, by the one schema of a union that has its type: what is wrong is told of that alone. */
export function expectOpenAiEvent(
  context: Pick<TestContext, 'skip'>,
  union: string,
  event: { readonly type: string },
): void {
  const path = process.env[VARIABLE]
  const schemas: OpenAiDocument['schemas'] = path === undefined ? {} : read(path).schemas
  const names = schemas[union]?.anyOf?.map(({ $ref }) => $ref.split('/').at(-1) ?? '') ?? []
  expectOpenAi(
    context,
    names.find((name) => schemas[name]?.properties?.type?.enum?.includes(event.type)) ?? union,
    event,
  )
}

/** What remains of OpenAPI 3.0: `nullable`, beside references and enums too, which JSON Schema has no such word for. */
function withoutOldNullable(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('nullable' in value)) return value
  const { nullable, ...schema } = value
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

function read(path: string): OpenAiDocument {
  if (document) return document
  const parsed = JSON.parse(readFileSync(path, 'utf8'), withoutOldNullable)
  const validator = new Ajv.default({ strict: false, logger: false, validateFormats: false })
  document = { validator: validator.addSchema(parsed, 'openai'), schemas: parsed.components.schemas }
  return document
}
