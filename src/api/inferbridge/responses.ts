import { z } from 'zod'
import { INFERBRIDGE_RESPONSES } from '../../contracts/responses.ts'
import type { ResponsesFace } from '../responses/face.ts'
import type { ItemFields } from '../responses/item-schema.ts'
import type { ResponseFields } from '../responses/request-schema.ts'
import type { Services } from '../services.ts'
import { unreadFormat } from './chat.ts'
import { decodeAdapter, decodeStops, generationFields, tokenLimit, unreadFields } from './generation-fields.ts'
import { requireSmallImages } from './images.ts'
import { DEFAULTS, MAX_MESSAGES, MAX_TEXT_CHARACTERS, MAX_TOOLS } from './limits.ts'
import { boundsOf, type InferbridgeMessage, imageOf, isImage, messageSchema, partsOf, textOf } from './message.ts'
import { putError, putEvents, putResponse } from './responses-put.ts'

const functionFields = {
  name: z.string().min(1).max(128),
  description: z.string().max(16_384).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
}

const flatTool = z.object({ type: z.literal('function'), ...functionFields })
const nestedTool = z.object({ type: z.literal('function'), function: z.object(functionFields) })

const message = messageSchema.safeExtend({ type: z.literal('message').optional() })
const functionCall = z.object({
  type: z.literal('function_call'),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
})
const functionCallOutput = z.object({
  type: z.literal('function_call_output'),
  call_id: z.string().min(1),
  output: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
})
const item = z.union([functionCall, functionCallOutput, message])

const format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
    schema: z.record(z.string(), z.unknown()),
    strict: z.boolean().nullish(),
    description: z.string().nullish(),
  }),
])

const olderFormat = z.looseObject({ type: z.string().nullish() })

export const inferbridgeResponsesSchema = z
  .object({
    ...generationFields,
    input: z.union([z.string().max(MAX_TEXT_CHARACTERS), z.array(item).min(1).max(MAX_MESSAGES)]),
    instructions: z.string().max(MAX_TEXT_CHARACTERS).nullish(),
    max_output_tokens: tokenLimit,
    tools: z
      .array(z.union([nestedTool, flatTool]))
      .max(MAX_TOOLS)
      .nullish(),
    tool_choice: z
      .union([z.enum(['auto', 'none', 'required']), z.object({ type: z.literal('function'), name: z.string().min(1) })])
      .nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    text: z.object({ format: format.nullish() }).nullish(),
    response_format: olderFormat.nullish(),
  })
  .refine(({ input }) => boundsOf(messagesOf(input)) === null, {
    path: ['input'],
    error: ({ input }) => boundsOf(messagesOf((input as { input: Input }).input)) ?? '',
  })
  .refine(({ text, response_format }) => !(text?.format && response_format), {
    path: ['response_format'],
    message: 'says the same as `text.format`; give one of them',
  })

type Input = string | readonly z.infer<typeof item>[]

/** What of it people or models said. */
function messagesOf(input: Input): readonly InferbridgeMessage[] {
  return typeof input === 'string' ? [] : input.flatMap((each) => ('call_id' in each ? [] : [each]))
}

export type InferbridgeResponses = z.infer<typeof inferbridgeResponsesSchema>

/** InferBridge's responses: made, told, and forgotten. */
export function inferbridgeResponses({ clock }: Pick<Services, 'clock'>): ResponsesFace<InferbridgeResponses> {
  const seconds = () => Math.floor(clock.now() / 1000)
  return {
    tag: 'InferBridge',
    errors: 'inferbridge',
    schema: inferbridgeResponsesSchema,
    complete: async (fields, { images }) => {
      await requireSmallImages(images, messagesOf(fields.input), 'input')
      return complete(fields)
    },
    unread: (fields) => [...unreadFields(fields), ...unreadFormat(fields.response_format)],
    stream: 'named-always-done',
    response: (response, asked) => putResponse(response, asked, seconds()),
    failure: ({ message }) => ({ ...putError(message), sequence_number: INFERBRIDGE_RESPONSES.firstSequenceNumber }),
    events: (events, asked) => putEvents(events, asked, seconds),
  }
}

function complete(fields: InferbridgeResponses): ResponseFields {
  const { input, tools, stream, seed, instructions, parallel_tool_calls } = fields
  return {
    model: fields.model.trim(),
    input: typeof input === 'string' ? input : input.map(decodeItem),
    instructions,
    stream,
    seed,
    max_output_tokens: fields.max_output_tokens ?? DEFAULTS.maxTokens,
    temperature: fields.temperature ?? DEFAULTS.temperature,
    top_p: fields.top_p ?? DEFAULTS.topP,
    stop: decodeStops(fields.stop),
    ...(tools && tools.length > 0 && { tools, tool_choice: fields.tool_choice }),
    parallel_tool_calls,
    text: { format: fields.text?.format ?? decodeOlder(fields.response_format) },
    ...decodeAdapter(fields),
    store: false,
    truncation: 'auto',
  }
}

/** Chat's form of the same wish. */
function decodeOlder(given: InferbridgeResponses['response_format']): z.infer<typeof format> | null {
  if (given?.type === 'json_object') return { type: 'json_object' }
  if (given?.type !== 'json_schema') return null
  const { name, schema } = (given.json_schema ?? given) as { name?: string; schema?: Record<string, unknown> }
  return schema ? { type: 'json_schema', name: name ?? 'answer', schema } : { type: 'json_object' }
}

function decodeItem(given: z.infer<typeof item>): ItemFields {
  if ('call_id' in given) {
    if (given.type === 'function_call') return given
    const { type, call_id, output } = given
    return { type, call_id, output: typeof output === 'string' ? output : JSON.stringify(output) }
  }
  const { role, content } = given
  const known = SPEAKERS.find((each) => each === role) ?? 'user'
  if (typeof content === 'string') return { role: known, content }
  return {
    role: known,
    content: partsOf(content).map((part) =>
      isImage(part)
        ? { type: 'input_image' as const, image_url: imageOf(part) }
        : { type: 'input_text' as const, text: textOf(part) ?? '' },
    ),
  }
}

const SPEAKERS = ['user', 'assistant', 'system', 'developer'] as const
