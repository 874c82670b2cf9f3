import { z } from 'zod'
import { type ChatFace, UNIFIED_CHAT } from '../chat/face.ts'
import { TOP_LOGPROBS_MISFIT, topLogprobsFit } from '../chat/generation-fields.ts'
import { type ChatRequestFields, chatRequestSchema } from '../chat/request-schema.ts'
import type { Chunk, Completion } from '../chat/response-schema.ts'
import { toolSchema } from '../chat/tool-fields.ts'
import { MAX_MESSAGES, MAX_TOOLS } from '../fields/conversation-limits.ts'
import { llamapiMessageSchema } from './message-schema.ts'

/** LlamaPi reads `tool_choice` and does nothing with it: it is unknown here, and told of like all that has no effect. */
const { tool_choice: _, messages: __, ...shared } = chatRequestSchema.shape

/** Whatever type a tool is said to have: with a function it is one. */
const tool = z
  .looseObject({ type: z.string(), function: z.unknown().optional() })
  .transform(({ type, ...rest }) => ({ ...rest, type: rest.function ? 'function' : type }))
  .pipe(toolSchema)

const schema: z.ZodType<ChatRequestFields> = z
  .object({
    ...shared,
    messages: z.array(llamapiMessageSchema).min(1).max(MAX_MESSAGES),
    tools: z.array(tool).max(MAX_TOOLS).nullish(),
  })
  .refine(topLogprobsFit, TOP_LOGPROBS_MISFIT)

/** LlamaPi's chat completions. */
export const llamapiChat: ChatFace = {
  ...UNIFIED_CHAT,
  tag: 'LlamaPi',
  errors: 'llamapi',
  schema,
  stream: 'data-named-error',
  usageChunk: 'always',
  completion,
  chunk,
}

/** A message always lists its calls; what is null elsewhere is left out. */
function completion({ choices, ...answer }: Completion): object {
  return {
    ...answer,
    choices: choices.map(({ message: { refusal: _, ...message }, logprobs, ...choice }) => ({
      ...choice,
      message: { ...message, tool_calls: message.tool_calls ?? [] },
      ...(logprobs && { logprobs }),
    })),
  }
}

function chunk({ choices, usage, ...piece }: Chunk): object {
  return {
    ...piece,
    choices: choices.map(({ logprobs, finish_reason, ...choice }) => ({
      ...choice,
      ...(logprobs && { logprobs }),
      ...(finish_reason && { finish_reason }),
    })),
    ...(usage && { usage }),
  }
}
