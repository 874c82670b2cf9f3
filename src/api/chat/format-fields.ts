import { z } from 'zod'
import { missing } from '../validation/refinements.ts'

const jsonSchema = z
  .union([z.record(z.string(), z.unknown()), z.boolean()])
  .describe('JSON Schema. What of it is enforced and what is refused: docs/structured-output.md.')

const namedSchema = z
  .object({
    name: z.string().nullish(),
    description: z.string().nullish(),
    strict: z.boolean().nullish().describe('Accepted: a schema is always enforced.'),
    schema: jsonSchema.nullish(),
  })
  .refine(({ schema }) => schema !== undefined && schema !== null, missing('schema'))

const text = z.object({ type: z.literal('text') })
const jsonObject = z.object({ type: z.literal('json_object'), schema: jsonSchema.nullish() })
const schemaFormat = z
  .object({ type: z.literal('json_schema'), json_schema: namedSchema.nullish(), schema: jsonSchema.nullish() })
  .refine(({ json_schema, schema }) => (json_schema ?? schema ?? null) !== null, missing('json_schema'))

const pattern = z.string().min(1).max(4096)
const options = z.array(z.string()).min(1).max(10_000)
const gbnf = z.string().min(1).max(200_000)

/** vLLM's way to ask for a format. */
const structuredOutputs = z.object({
  json: jsonSchema.nullish(),
  json_object: z.boolean().nullish(),
  regex: pattern.nullish(),
  choice: options.nullish(),
  grammar: gbnf.nullish(),
})

/** What the answer must look like, by all the names that clients have for it. One of them may be used. */
export const formatFields = {
  response_format: z
    .discriminatedUnion('type', [text, jsonObject, schemaFormat])
    .nullish()
    .describe('The form of the answer. Default: text. A schema is also read where older servers have it.'),
  enable_json: z.boolean().nullish().describe('The same as `response_format: {"type":"json_object"}`.'),
  json_schema: jsonSchema.nullish().describe('The answer is JSON that is valid under this schema.'),
  grammar_string: gbnf.nullish().describe('The answer keeps to this grammar, in GBNF; its start rule is `root`.'),
  grammar_path: z
    .string()
    .min(1)
    .max(1000)
    .nullish()
    .describe('A file with such a grammar, in the folder that the setting `grammar_folder` names.'),
  grammar: gbnf.nullish().describe('Another name of `grammar_string`.'),
  regex: pattern.nullish().describe('The whole answer matches this regular expression (ECMAScript).'),
  choice: options.nullish().describe('The answer is one of these texts.'),
  structured_outputs: structuredOutputs.nullish().describe('The same choices, as vLLM names them.'),
  guided_json: jsonSchema.nullish().describe('Another name of `json_schema`.'),
  guided_regex: pattern.nullish().describe('Another name of `regex`.'),
  guided_choice: options.nullish().describe('Another name of `choice`.'),
  guided_grammar: gbnf.nullish().describe('Another name of `grammar_string`.'),
}

export const formatSchema = z.object(formatFields)
export type FormatFields = z.infer<typeof formatSchema>
