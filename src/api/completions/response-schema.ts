import { z } from 'zod'
import { usageSchema } from '../fields/usage-schema.ts'

const logprobs = z
  .object({
    tokens: z
      .array(z.string())
      .describe('The text of each token; bytes that are no whole characters as `bytes:\\xe2\\x82`.'),
    token_logprobs: z.array(z.number().nullable()).describe('Null where nothing came before the token.'),
    top_logprobs: z
      .array(z.record(z.string(), z.number()).nullable())
      .describe('The likeliest tokens, and the token itself.'),
    text_offset: z.array(z.int()).describe('Where each token begins in `text`, in characters (code points).'),
  })
  .meta({ id: 'CompletionLogprobs' })

const choice = z.object({
  index: z.int().describe('Answers to the first prompt come first.'),
  text: z.string(),
  logprobs: logprobs.nullable(),
  finish_reason: z.enum(['stop', 'length']),
})

const common = {
  id: z.string(),
  object: z.literal('text_completion'),
  created: z.int().describe('Seconds since the Unix epoch.'),
  model: z.string(),
  system_fingerprint: z.string().describe('Changes whenever the same seed may give another text.'),
}

export const textCompletionSchema = z
  .object({ ...common, choices: z.array(choice), usage: usageSchema })
  .meta({ id: 'Completion' })

export const textChunkSchema = z
  .object({
    ...common,
    choices: z.array(choice.extend({ finish_reason: choice.shape.finish_reason.nullable() })),
    usage: usageSchema
      .nullish()
      .describe('Only when asked for with `stream_options.include_usage`; null until the last chunk.'),
  })
  .meta({ id: 'CompletionChunk' })

export type TextCompletion = z.infer<typeof textCompletionSchema>
export type TextChunk = z.infer<typeof textChunkSchema>
export type TextChoice = TextCompletion['choices'][number]
export type LogprobsFields = z.infer<typeof logprobs>
