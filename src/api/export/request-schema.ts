import { z } from 'zod'

const MAX_MESSAGES = 4096

/** Whatever a chat page has kept: nothing of it goes to a model, so that it needn't make sense to one. */
const message = z.object({
  role: z.string().min(1).max(100),
  content: z
    .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().nullish() }))])
    .nullish()
    .describe('Text, or parts of which those without text are named by their type.'),
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).nullish(),
})

export const exportRequestSchema = z
  .object({
    messages: z.array(message).min(1).max(MAX_MESSAGES),
    model: z.string().max(1000).nullish().describe('Mentioned at the top.'),
    device: z.string().max(1000).nullish().describe('Mentioned at the top.'),
  })
  .meta({ id: 'ExportRequest' })

export type ExportRequestFields = z.infer<typeof exportRequestSchema>
export type ExportedMessage = ExportRequestFields['messages'][number]
