import type { ChatFace } from '../chat/face.ts'
import { formatFields } from '../chat/format-fields.ts'
import type { ChatRequestFields } from '../chat/request-schema.ts'
import { fill } from '../fields/default-params.ts'
import type { Services } from '../services.ts'
import { geniexChatSchema } from './chat-schema.ts'
import { GENIEX_SAMPLING } from './fields.ts'
import { requirePrecision } from './precision.ts'
import { putChunks, putCompletion } from './put.ts'

const MAX_TOKENS = 2048

/** GenieX's chat completions. */
export const geniexChat: ChatFace = {
  tag: 'GenieX',
  errors: 'geniex',
  schema: geniexChatSchema,
  complete,
  names: 'chosen',
  onlyLoads: ({ messages }) => messages.length === 0 || (messages.length === 1 && messages[0]?.role === 'system'),
  stream: 'data-always-done',
  usageChunk: 'asked',
  completion: putCompletion,
  chunk: (chunk) => chunk,
  chunks: putChunks,
}

async function complete(fields: ChatRequestFields, services: Services): Promise<ChatRequestFields> {
  await requirePrecision(fields.model, services)
  const limit = fields.max_completion_tokens ?? fields.max_tokens
  return {
    ...fill(fields, GENIEX_SAMPLING),
    max_completion_tokens: limit ?? MAX_TOKENS,
    // Whoever wants JSON wants nothing before it.
    reasoning_format: fields.reasoning_format ?? (asksForFormat(fields) ? 'separate' : 'none'),
    ...(!saysWhetherToThink(fields) && { enable_think: true }),
    // A window that couldn't hold the answer was not meant.
    ...(fields.nctx && limit && { nctx: Math.max(fields.nctx, limit) }),
  }
}

function saysWhetherToThink({
  reasoning,
  reasoning_effort,
  enable_thinking,
  enable_think,
}: ChatRequestFields): boolean {
  return [reasoning?.enabled, reasoning?.effort, reasoning_effort, enable_thinking, enable_think].some(
    (wish) => wish !== undefined && wish !== null,
  )
}

function asksForFormat(fields: ChatRequestFields): boolean {
  const { response_format: format, ...others } = fields
  const named = Object.keys(formatFields).some((name) => others[name as keyof typeof others])
  return named || (format?.type ?? 'text') !== 'text'
}
