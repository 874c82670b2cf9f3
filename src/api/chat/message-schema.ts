import { z } from 'zod'
import { MAX_CALLS, MAX_PARTS } from '../fields/conversation-limits.ts'
import { DETAIL, SOURCE } from '../fields/media-fields.ts'
import { missing } from '../validation/refinements.ts'

const textPart = z
  .object({ type: z.literal('text'), text: z.string() })
  .meta({ id: 'TextPart', description: 'A piece of text.' })

/** What the assistant refused with, when a conversation from elsewhere is continued; read as its text. */
const refusalPart = z
  .object({ type: z.literal('refusal'), refusal: z.string() })
  .meta({ id: 'RefusalPart', description: "An assistant's refusal, read as its text." })

const detail = z.enum(['auto', 'low', 'high', 'original']).nullish().describe(DETAIL)
const address = z.string().min(1).describe(SOURCE)

const imageUrlPart = z
  .object({
    type: z.literal('image_url'),
    image_url: z.union([address, z.object({ url: address, detail })]).describe('The image, or its address alone.'),
    detail,
  })
  .meta({ id: 'ImagePart', description: 'A PNG, JPEG, WebP or GIF (its first frame).' })

const inputImagePart = z
  .object({ type: z.literal('input_image'), image_url: address, detail })
  .meta({ id: 'InputImagePart', description: 'An image, as the Responses API writes it.' })

const audioPart = z
  .object({
    type: z.literal('input_audio'),
    input_audio: z.object({
      data: z.string().min(1).describe(SOURCE),
      format: z.enum(['wav', 'mp3']).nullish().describe('Taken note of; what it is shows by itself.'),
    }),
  })
  .meta({ id: 'AudioPart', description: 'A WAV or MP3.' })

/** Understood well enough to be refused in words. */
const filePart = z
  .looseObject({ type: z.literal('file') })
  .meta({ id: 'FilePart', description: 'Refused: no model here reads files.' })

const mediaParts = [imageUrlPart, inputImagePart, audioPart, filePart] as const

const textParts = z
  .array(z.discriminatedUnion('type', [textPart]))
  .min(1)
  .max(MAX_PARTS)
const userParts = z
  .array(z.discriminatedUnion('type', [textPart, ...mediaParts]))
  .min(1)
  .max(MAX_PARTS)
const answerParts = z
  .array(z.discriminatedUnion('type', [textPart, refusalPart]))
  .min(1)
  .max(MAX_PARTS)

const content = z.union([z.string(), textParts]).describe('Text, or a list of text parts.')
const name = z.string().nullish().describe('Tells participants of one role apart, where the template knows names.')

export const instruction = z
  .object({ role: z.enum(['system', 'developer']), content, name })
  .meta({ id: 'SystemMessage', description: '`developer` is `system` to templates that have no such role.' })

const userContent = z.union([z.string(), userParts]).describe('Text, or a list of parts.')
export const user = z.object({ role: z.literal('user'), content: userContent, name }).meta({ id: 'UserMessage' })

export const functionCall = z.object({
  id: z.string().min(1),
  type: z.literal('function').nullish(),
  function: z.object({
    name: z.string().min(1),
    arguments: z.string().nullish().describe('JSON text. Left out or empty: none.'),
  }),
})
export const customCall = z.object({
  id: z.string().min(1),
  type: z.literal('custom'),
  custom: z.object({ name: z.string().min(1), input: z.string() }),
})
const toolCall = z.discriminatedUnion('type', [functionCall, customCall]).meta({ id: 'ToolCall' })

export const assistantFields = {
  role: z.literal('assistant'),
  content: z.union([z.string(), answerParts]).nullish().describe('May be absent beside `tool_calls`.'),
  refusal: z.string().nullish().describe('Read as text where there is no content.'),
  reasoning_content: z.string().nullish().describe('What it thought before, for templates that show it.'),
  reasoning: z.string().nullish().describe('Another name of `reasoning_content`, which wins.'),
  name,
  tool_calls: z.array(toolCall).max(MAX_CALLS).nullish(),
}

const assistant = z
  .object(assistantFields)
  .refine((message) => hasContent(message), missing('content'))
  .meta({ id: 'AssistantMessage' })

export const toolFields = { role: z.literal('tool'), content: userContent, tool_call_id: z.string().min(1) }

const tool = z.object(toolFields).meta({ id: 'ToolMessage', description: 'The result of the call with this id.' })

export const messageSchema = z.discriminatedUnion('role', [instruction, user, assistant, tool])
export type MessageFields = z.infer<typeof messageSchema>

export interface AssistantContent {
  readonly content?: unknown
  readonly refusal?: unknown
  readonly tool_calls?: readonly unknown[] | null | undefined
}

export function hasContent({ content, refusal, tool_calls }: AssistantContent): boolean {
  return typeof content === 'string' || Array.isArray(content) || typeof refusal === 'string' || !!tool_calls?.length
}
