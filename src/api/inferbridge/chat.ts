import { z } from 'zod'
import { encodeInferbridgeStreamFailure } from '../../contracts/inferbridge.ts'
import type { ChatFace } from '../chat/face.ts'
import type { ChatRequestFields } from '../chat/request-schema.ts'
import type { Completion } from '../chat/response-schema.ts'
import { fieldPath } from '../validation/field-path.ts'
import { inferbridgeChunks } from './chunks.ts'
import { decodeAdapter, decodeStops, generationFields, tokenLimit, unreadFields } from './generation-fields.ts'
import { requireSmallImages } from './images.ts'
import { DEFAULTS, MAX_TOOLS } from './limits.ts'
import { decodeMessage, messagesSchema, ROLES } from './message.ts'

const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().min(1).max(128),
    description: z.string().max(16_384).nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
})

export const inferbridgeChatSchema = z.object({
  ...generationFields,
  messages: messagesSchema,
  max_tokens: tokenLimit,
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z.array(tool).max(MAX_TOOLS).nullish(),
  tool_choice: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  response_format: z.record(z.string(), z.unknown()).nullish(),
})

export type InferbridgeChat = z.infer<typeof inferbridgeChatSchema>

/** InferBridge's chat completions. */
export const inferbridgeChat: ChatFace<InferbridgeChat> = {
  tag: 'InferBridge',
  errors: 'inferbridge',
  schema: inferbridgeChatSchema,
  complete: async (fields, { images }) => {
    await requireSmallImages(images, fields.messages)
    return complete(fields)
  },
  unread,
  names: 'asked',
  stream: 'data-always-done',
  usageChunk: 'asked',
  completion,
  chunk: (chunk) => chunk,
  chunks: inferbridgeChunks,
  failure: encodeInferbridgeStreamFailure,
}

/**
 * The request in our names. Thinking stays in the text, and whole turns give way to a prompt that is too long, as its
 * clients know it; what it takes for granted is under what the model was set up with.
 */
export function complete(given: InferbridgeChat): ChatRequestFields {
  const { messages, stop, tools, tool_choice, response_format, stream_options, lora_path, lora_alpha, ...fields } =
    given
  return {
    ...fields,
    model: fields.model.trim(),
    messages: messages.map(decodeMessage),
    max_tokens: fields.max_tokens ?? DEFAULTS.maxTokens,
    temperature: fields.temperature ?? DEFAULTS.temperature,
    top_p: fields.top_p ?? DEFAULTS.topP,
    stop: decodeStops(stop),
    ...(fields.stream === true && { stream_options }),
    ...(tools && tools.length > 0 && { tools, tool_choice: decodeChoice(tool_choice) }),
    response_format: decodeFormat(response_format),
    ...decodeAdapter({ lora_path, lora_alpha }),
    truncation: 'auto',
    reasoning_format: 'none',
  }
}

/** What means nothing there is no fault, and is told. */
function unread(fields: InferbridgeChat): readonly string[] {
  const { tools, tool_choice: choice, response_format: format, messages } = fields
  const odd = choice && tools?.length && choice !== 'auto' && decodeChoice(choice) === 'auto'
  const strangers = messages.flatMap(({ role }, index) => (ROLES.includes(role) ? [] : [index]))
  return [
    ...unreadFields(fields),
    ...(odd ? ['tool_choice'] : []),
    ...unreadFormat(format),
    ...strangers.map((index) => fieldPath(['messages', index, 'role'])),
  ]
}

/** A schema that is none asks for no more than JSON. */
export function unreadFormat(format: InferbridgeChat['response_format']): readonly string[] {
  if (!format || format.type === 'text' || format.type === 'json_object') return []
  if (format.type !== 'json_schema') return ['response_format']
  return schemaOf(format) === undefined ? ['response_format.json_schema'] : []
}

/** It may stand in either of two places. */
function schemaOf({ json_schema: nested, schema: flat }: NonNullable<InferbridgeChat['response_format']>) {
  const schema = (nested as { readonly schema?: unknown } | null | undefined)?.schema ?? flat
  return typeof schema === 'object' && schema !== null ? (schema as Record<string, unknown>) : undefined
}

/** What it doesn't know means `auto` there. */
function decodeChoice(choice: InferbridgeChat['tool_choice']): ChatRequestFields['tool_choice'] {
  if (choice === 'none' || choice === 'required') return choice
  const { type, function: named } = (typeof choice === 'object' && choice) || {}
  const name = (named as { readonly name?: unknown } | undefined)?.name
  return type === 'function' && typeof name === 'string' ? { type, function: { name } } : 'auto'
}

/** Only JSON means anything there. */
function decodeFormat(format: InferbridgeChat['response_format']): ChatRequestFields['response_format'] {
  if (format?.type === 'json_object') return { type: 'json_object' }
  if (format?.type !== 'json_schema') return undefined
  const schema = schemaOf(format)
  return schema === undefined ? { type: 'json_object' } : { type: 'json_schema', json_schema: { schema } }
}

/** Keys that are null are there, and nothing is that InferBridge doesn't have; an answer that was cut has stopped. */
function completion({ id, object, created, model, choices, usage }: Completion): object {
  return {
    id,
    object,
    created,
    model,
    choices: choices.map(({ index, message: { role, content, tool_calls }, finish_reason }) => ({
      index,
      message: { role, content, tool_calls: tool_calls ?? null },
      finish_reason: inferbridgeReason(finish_reason),
    })),
    usage: {
      prompt_tokens: usage.prompt_tokens,
      completion_tokens: usage.completion_tokens,
      total_tokens: usage.total_tokens,
    },
  }
}

function inferbridgeReason(reason: string): 'stop' | 'tool_calls' {
  return reason === 'tool_calls' ? reason : 'stop'
}
