import { z } from 'zod'
import type { MessageFields } from '../chat/message-schema.ts'
import { MAX_CALLS, MAX_PARTS } from '../fields/conversation-limits.ts'
import { partFault } from './content-part.ts'

const part = z.looseObject({ type: z.string() }).superRefine((value, context) => {
  const params = partFault(value)
  if (params) context.addIssue({ code: 'custom', params })
})

const toolCall = z.object({
  id: z.string().min(1),
  type: z.literal('function').nullish(),
  function: z.object({ name: z.string().min(1), arguments: z.string().nullish() }),
})

/** Everything but the role may be left out; a text that is absent is an empty one. */
export const llamapiMessageSchema = z
  .object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.union([z.string(), z.array(part).max(MAX_PARTS)]).nullish(),
    tool_call_id: z.string().nullish(),
    tool_calls: z.array(toolCall).max(MAX_CALLS).nullish(),
  })
  .transform(({ role, content, tool_call_id, tool_calls }): MessageFields => {
    const said = { content: content ?? '' } as { content: string }
    if (role === 'assistant') return { role, ...said, tool_calls }
    return role === 'tool' ? { role, ...said, tool_call_id: tool_call_id ?? '' } : { role, ...said }
  })
