import { z } from 'zod'
import type { MessageFields } from '../chat/message-schema.ts'
import { MAX_IMAGES, MAX_MESSAGES, MAX_PARTS, MAX_TEXT_CHARACTERS } from './limits.ts'

const textPart = z
  .object({
    type: z.enum(['text', 'input_text', 'output_text']),
    text: z.string().nullish(),
    content: z.string().nullish(),
    value: z.string().nullish(),
  })
  .refine((part) => textOf(part) !== null, 'must have `text`, `content` or `value`')

const imageUrl = z.union([z.string(), z.object({ url: z.string() })])

const imagePart = z
  .object({
    type: z.enum(['image_url', 'input_image']),
    image_url: imageUrl.nullish(),
    file_data: z.string().nullish(),
    data: z.string().nullish(),
  })
  .refine((part) => /^data:image\/(?:png|jpeg|webp);base64,/i.test(imageOf(part)), {
    message: 'must be a PNG, JPEG or WebP image in a base64 data URL; nothing is fetched',
  })

const part = z.discriminatedUnion('type', [textPart, imagePart])
type Part = z.infer<typeof part>

const toolCall = z.object({
  id: z.string().nullish(),
  type: z.string().nullish(),
  function: z.object({
    name: z.string().min(1),
    arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  }),
})

type Content = string | readonly Part[] | null | undefined

/** A message of any role, as InferBridge takes it. */
export const messageSchema = z
  .object({
    role: z.string().min(1),
    content: z.union([z.string(), z.array(part)]).nullish(),
    tool_calls: z.array(toolCall).nullish(),
    tool_call_id: z.string().nullish(),
  })
  .refine(({ role, content }) => role === 'user' || !partsOf(content).some(isImage), {
    path: ['content'],
    message: 'may show images only where the role is user',
  })

export type InferbridgeMessage = z.infer<typeof messageSchema>

export const messagesSchema = z
  .array(messageSchema)
  .min(1)
  .max(MAX_MESSAGES)
  .refine((messages) => all(messages).filter(isImage).length <= MAX_IMAGES, `must show at most ${MAX_IMAGES} images`)
  .refine((messages) => all(messages).length <= MAX_PARTS, `must have at most ${MAX_PARTS} parts`)
  .refine(
    (messages) => messages.reduce((sum, { content }) => sum + charactersOf(content), 0) <= MAX_TEXT_CHARACTERS,
    `must have at most ${MAX_TEXT_CHARACTERS} characters of text`,
  )

/** The same in the words of chat completions. A role that is none of theirs is a user's. */
export function decodeMessage({ role, content, tool_calls, tool_call_id }: InferbridgeMessage): MessageFields {
  const parts = partsOf(content)
  const texts = parts.flatMap((each) => (isImage(each) ? [] : [{ type: 'text' as const, text: textOf(each) ?? '' }]))
  const spoken = typeof content === 'string' ? content : texts
  switch (role) {
    case 'system':
    case 'developer':
      return { role, content: spoken }
    case 'assistant': {
      const calls = (tool_calls ?? []).map((call, index) => decodeCall(call, index))
      return { role, content: spoken, ...(calls.length > 0 && { tool_calls: calls }) }
    }
    case 'tool':
      return { role, content: spoken, tool_call_id: tool_call_id || 'call' }
    default:
      return { role: 'user', content: typeof content === 'string' ? content : parts.map(decodePart) }
  }
}

function decodePart(given: Part) {
  return isImage(given)
    ? { type: 'image_url' as const, image_url: { url: imageOf(given) } }
    : { type: 'text' as const, text: textOf(given) ?? '' }
}

function decodeCall({ id, function: { name, arguments: given } }: z.infer<typeof toolCall>, index: number) {
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {})
  return { id: id || `call-${index}`, type: 'function' as const, function: { name, arguments: text } }
}

function all(messages: readonly InferbridgeMessage[]): readonly Part[] {
  return messages.flatMap(({ content }) => partsOf(content))
}

export function partsOf(content: Content): readonly Part[] {
  return typeof content === 'string' ? [] : (content ?? [])
}

function charactersOf(content: Content): number {
  if (typeof content === 'string') return content.length
  return partsOf(content).reduce((sum, each) => sum + (isImage(each) ? 0 : (textOf(each) ?? '').length), 0)
}

export function isImage(given: Part): given is z.infer<typeof imagePart> {
  return given.type === 'image_url' || given.type === 'input_image'
}

interface TextFields {
  readonly text?: string | null | undefined
  readonly content?: string | null | undefined
  readonly value?: string | null | undefined
}

export function textOf({ text, content, value }: TextFields): string | null {
  return text ?? content ?? value ?? null
}

interface ImageFields {
  readonly image_url?: string | { readonly url: string } | null | undefined
  readonly file_data?: string | null | undefined
  readonly data?: string | null | undefined
}

export function imageOf({ image_url: given, file_data, data }: ImageFields): string {
  return (typeof given === 'string' ? given : given?.url) ?? file_data ?? data ?? ''
}
