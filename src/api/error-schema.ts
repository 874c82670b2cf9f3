import { z } from 'zod'
import type { ErrorFormat } from '../contracts/error-format.ts'
import { ERRORS, type ErrorCode } from '../core/errors.ts'

/** What went wrong, as OpenAI's clients read it. */
export const errorSchema = z.object({
  message: z.string().describe('For people: what is wrong, and what to do.'),
  type: z.enum([...new Set(Object.values(ERRORS).map((row) => row.type))]),
  param: z.string().nullable().describe('Dotted path of the request field at fault.'),
  code: z.enum(Object.keys(ERRORS) as ErrorCode[]).describe('For programs; stable.'),
})

const openAiError = z.object({ error: errorSchema }).meta({ id: 'Error' })

const anthropicError = z
  .object({ type: z.literal('error'), error: z.object({ type: z.string(), message: z.string() }) })
  .meta({ id: 'AnthropicError' })

const ollamaError = z.object({ error: z.string() }).meta({ id: 'OllamaError' })

const geniexError = z
  .object({
    error: z
      .union([z.string(), z.object({ message: z.string(), type: z.string(), code: z.string() })])
      .describe('An object only where the prompt is longer than the context.'),
    code: z.int().optional().describe("As GenieX's SDK numbers errors; negative."),
    usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }).optional(),
  })
  .meta({ id: 'GeniexError' })

const inferbridgeError = z.object({ detail: z.unknown() }).meta({ id: 'InferBridgeError' })

/** Every error of every endpoint, for the OpenAPI document. */
export const ERROR_SCHEMAS: Readonly<Record<ErrorFormat, z.ZodType>> = {
  openai: openAiError,
  anthropic: anthropicError,
  ollama: ollamaError,
  geniex: geniexError,
  inferbridge: inferbridgeError,
  llamapi: openAiError,
}
