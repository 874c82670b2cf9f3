import { z } from 'zod'
import type { MessageFields } from '../chat/message-schema.ts'
import { MAX_CALLS } from '../fields/conversation-limits.ts'
import {
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  MAX_IMAGES_BYTES,
  MAX_MESSAGES,
  MAX_PARTS,
  MAX_TEXT_CHARACTERS,
} from './limits.ts'

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

/** A text may stand for itself, and a part without a type is one. */
const part = z.preprocess(typed, z.discriminatedUnion('type', [textPart, imagePart]))
type Part = z.infer<typeof part>

function typed(given: unknown): unknown {
  if (typeof given === 'string') return { type: 'text', text: given }
  return typeof given === 'object' && given !== null && !('type' in given) ? { ...given, type: 'text' } : given
}

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
    tool_calls: z.array(toolCall).max(MAX_CALLS).nullish(),
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
  .superRefine((messages, context) => {
    const message = boundsOf(messages)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** What is too much of a request's messages, as the end of a sentence about them; `null`: nothing is. */
export function boundsOf(messages: readonly InferbridgeMessage[]): string | null {
  const parts = messages.flatMap(({ content }) => partsOf(content))
  const images = parts.filter(isImage).map((image) => bytesOf(imageOf(image)))
  const characters = messages.reduce((sum, { content }) => sum + charactersOf(content), 0)
  if (images.length > MAX_IMAGES) return `must show at most ${MAX_IMAGES} images`
  if (images.some((bytes) => bytes > MAX_IMAGE_BYTES)) return `must show images of at most ${MAX_IMAGE_BYTES / MIB} MiB`
  if (sum(images) > MAX_IMAGES_BYTES) return `must show images of at most ${MAX_IMAGES_BYTES / MIB} MiB together`
  if (parts.length > MAX_PARTS) return `must have at most ${MAX_PARTS} parts`
  return characters > MAX_TEXT_CHARACTERS ? `must have at most ${MAX_TEXT_CHARACTERS} characters of text` : null
}

const MIB = 1024 * 1024

/** Of a data URL in base64, without decoding it. */
function bytesOf(url: string): number {
  const length = url.length - url.indexOf(',') - 1
  return Math.floor((length * 3) / 4) - (/=*$/.exec(url.slice(-2))?.[0].length ?? 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

/** Those that mean something; any other is a user's. */
export const ROLES: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool']

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
