import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { expect, type TestContext } from 'vitest'

/** Names the file with OpenAI's published OpenAPI document, which is not ours to distribute. */
const VARIABLE = 'OPENAI_OPENAPI'

let validator: Ajv.default | null = null

/** Expects that OpenAI's own document allows this value as what it calls `schema`; without the document, skips. */
export function expectOpenAi({ skip }: Pick<TestContext, 'skip'>, schema: string, value: unknown): void {
  const path = process.env[VARIABLE]
  if (path === undefined) skip(`${VARIABLE} names no file with OpenAI's OpenAPI document`)
  else {
    validator ??= new Ajv.default({ strict: false, logger: false, validateFormats: false }).addSchema(
      JSON.parse(readFileSync(path, 'utf8')),
      'openai',
    )
    const validate = validator.compile({ $ref: `openai#/components/schemas/${schema}` })
    validate(value)
    expect(validate.errors).toBeNull()
  }
}
