import { z } from 'zod'
import {
  type AssistantContent,
  assistantFields,
  customCall,
  functionCall,
  hasContent,
  instruction,
  type MessageFields,
  toolFields,
  user,
} from '../chat/message-schema.ts'
import { MAX_CALLS } from '../fields/conversation-limits.ts'
import { missing } from '../validation/refinements.ts'

/** GenieX's document knows no ids of calls to go by, and all of a call may be left out but its function. */
const call = z.union([customCall, functionCall.extend({ id: functionCall.shape.id.nullish() })])

const assistant = z
  .object({
    ...assistantFields,
    tool_calls: z.array(call).max(MAX_CALLS).nullish(),
    function_call: functionCall.shape.function.nullish().describe('Older form of one of `tool_calls`, which win.'),
  })
  .refine((message) => message.function_call || hasContent(message as AssistantContent), missing('content'))

const tool = z.object({
  ...toolFields,
  tool_call_id: toolFields.tool_call_id.nullish().describe('Left out: the first call without a result.'),
  name: z.string().nullish(),
})

export const geniexMessageSchema = z.discriminatedUnion('role', [instruction, user, assistant, tool])

export type GeniexMessage = z.infer<typeof geniexMessageSchema>

/**
 * The same conversation as ours has it: every call has an id, and every result says whose it is. Results without an id
 * belong to the calls before them in their order.
 */
export function withCallIds(messages: readonly GeniexMessage[]): MessageFields[] {
  let open = new Set<string>()
  return messages.map((message, index): MessageFields => {
    switch (message.role) {
      case 'assistant': {
        const calls = callsOf(message).map((call, place) => ({ ...call, id: call.id ?? `call_${index}_${place}` }))
        open = new Set(calls.map(({ id }) => id))
        return { ...message, tool_calls: calls }
      }
      case 'tool': {
        const id = message.tool_call_id ?? open.values().next().value ?? `call_${index}`
        open.delete(id)
        return { ...message, tool_call_id: id }
      }
      default:
        return message
    }
  })
}

function callsOf({ tool_calls: calls, function_call: older }: Extract<GeniexMessage, { role: 'assistant' }>) {
  if (calls?.length) return calls
  return older ? [{ id: null, function: older }] : []
}
