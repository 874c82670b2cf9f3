import { z } from 'zod'
import type { PromptProgress } from '../../core/event.ts'

/** llama-server's field: while a long prompt is read, there is something to look at. */
export const progressField = {
  return_progress: z
    .boolean()
    .nullish()
    .describe('In a stream, tell also how far the prompt has been read (`prompt_progress`). Default false.'),
}

/** How far a prompt has been read, as llama-server has it. */
export const progressSchema = z
  .object({
    total: z.int().describe('Tokens of the prompt.'),
    cache: z.int().describe("Of these, taken from an earlier request's cache."),
    processed: z.int().describe('Of these, read so far or taken from the cache.'),
  })
  .meta({ id: 'PromptProgress' })

export type ProgressFields = z.infer<typeof progressSchema>

export function encodeProgress({ done, total, cached }: PromptProgress): ProgressFields {
  return { total, cache: cached, processed: done }
}
