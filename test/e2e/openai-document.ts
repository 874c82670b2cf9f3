import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

/** OpenAI's published OpenAPI document, which isn't ours to ship: the variable names a copy of it. */
const PATH = process.env.OPENAI_OPENAPI

export const documentMissing = PATH === undefined || PATH === ''

/** Said by tests that are skipped for want of it. */
export const WHY_SKIPPED = 'OPENAI_OPENAPI names no copy of the document'

interface Schema {
  readonly anyOf?: readonly { readonly $ref: string }[]
  readonly properties?: { readonly type?: { readonly enum?: readonly string[] } }
}

const schemas: Readonly<Record<string, Schema>> = {}
const ajv = new Ajv2020({ strict: false, validateFormats: false })
if (PATH) {
  const document = JSON.parse(readFileSync(PATH, 'utf8'))
  ajv.addSchema(document, 'openai')
  Object.assign(schemas, document.components.schemas)
}

/** Fails, with what is wrong, unless the document's schema of this name allows the value. */
export function expectDocumented(schema: string, value: unknown): void {
  const validate = ajv.getSchema(`openai#/components/schemas/${schema}`)
  if (!validate) throw new Error(`the document has no schema ${schema}`)
  validate(value)
  expect(validate.errors ?? [], `${schema}: ${JSON.stringify(value)}`).toEqual([])
}

/** The same of an event, by the one schema of the union that has its type: what is wrong is told of that alone. */
export function expectDocumentedEvent(union: string, event: { readonly type: string }): void {
  const names = schemas[union]?.anyOf?.map(({ $ref }) => $ref.split('/').at(-1) ?? '') ?? []
  const name = names.find((each) => schemas[each]?.properties?.type?.enum?.includes(event.type))
  if (name === undefined) throw new Error(`the document's ${union} has no event ${event.type}`)
  expectDocumented(name, event)
}
