import { z } from 'zod'
import { MAX_PARTS } from '../fields/conversation-limits.ts'
import { SOURCE } from '../fields/media-fields.ts'

/** Hints to Anthropic's own cache. Prompts are always cached here, by their beginning. */
const cache_control = z.unknown().optional()

const text = z.object({ type: z.literal('text'), text: z.string(), cache_control, citations: z.unknown().optional() })

const imageSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('base64'), media_type: z.string().nullish(), data: z.string().min(1).describe(SOURCE) }),
  z.object({ type: z.literal('url'), url: z.string().min(1).describe(SOURCE) }),
])

const image = z.object({ type: z.literal('image'), source: imageSource, cache_control })

/** Understood well enough to be refused in words. */
const document = z.object({
  type: z.literal('document'),
  source: z.unknown(),
  title: z.string().nullish(),
  context: z.string().nullish(),
  citations: z.unknown().optional(),
  cache_control,
})

const thinking = z.object({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().nullish().describe('Not checked. Of thinking that was not shown, it holds the thinking.'),
})

const redactedThinking = z
  .object({ type: z.literal('redacted_thinking'), data: z.string() })
  .meta({ description: 'Left out of the prompt: nobody here can read it.' })

const toolUse = z.object({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  caller: z.unknown().optional(),
  cache_control,
})

const resultPart = z.discriminatedUnion('type', [text, image, document])

const toolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1),
  content: z.union([z.string(), z.array(resultPart).max(MAX_PARTS)]).nullish(),
  is_error: z.boolean().nullish().describe('Said to the model before the content.'),
  cache_control,
})

const block = z
  .discriminatedUnion('type', [text, image, document, thinking, redactedThinking, toolUse, toolResult])
  .meta({ id: 'AnthropicContentBlock' })

export const messageSchema = z
  .object({
    role: z.enum(['user', 'assistant', 'system']),
    content: z.union([z.string(), z.array(block).max(MAX_PARTS)]),
  })
  .meta({ id: 'AnthropicMessage' })

export const systemSchema = z.union([z.string(), z.array(text).max(MAX_PARTS)])

export type MessageFields = z.infer<typeof messageSchema>
export type BlockFields = z.infer<typeof block>
export type ResultPartFields = z.infer<typeof resultPart>
export type SystemFields = z.infer<typeof systemSchema>
export type ImageSourceFields = z.infer<typeof imageSource>
