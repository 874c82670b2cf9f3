import type { ChatMessage, ContentPart, ToolCall } from '../../core/chat.ts'
import { attached } from '../answering/attach.ts'
import type { MessageFields } from './request-schema.ts'
import { WaitingCalls } from './waiting-calls.ts'

/**
 * Ollama's calls need no ids: a result belongs to the first call of its name that has none yet, or, without a name, to
 * the first call that has none. A message's images come before its text.
 */
export function decodeMessages(messages: readonly MessageFields[]): readonly ChatMessage[] {
  const waiting = new WaitingCalls()
  return messages.map((message, index) => {
    const toolCalls = (message.tool_calls ?? []).map((call, position) => decodeCall(call, `call_${index}_${position}`))
    const call = message.role === 'tool' ? answered(waiting, message) : undefined
    waiting.add(toolCalls)
    const name = message.role === 'tool' ? (message.tool_name ?? message.name ?? call?.name) : undefined
    const id = message.tool_call_id ?? call?.id
    return {
      role: message.role,
      content: [...images(message.images, `messages.${index}.images`), ...text(message.content)],
      ...(message.thinking && { reasoning: message.thinking }),
      ...(toolCalls.length > 0 && { toolCalls }),
      ...(name !== undefined && { name }),
      ...(message.role === 'tool' && id !== undefined && { toolCallId: id }),
    }
  })
}

function text(content: string | null | undefined): readonly ContentPart[] {
  return content ? [{ type: 'text', text: content }] : []
}

/** @param param the field that lists them */
export function images(sources: readonly string[] | null | undefined, param: string): readonly ContentPart[] {
  return (sources ?? []).map((source, index) => attached({ kind: 'image', source, param: `${param}.${index}` }))
}

function decodeCall(
  { id, function: { name, arguments: args } }: NonNullable<MessageFields['tool_calls']>[number],
  ownId: string,
): ToolCall {
  return { id: id ?? ownId, name, arguments: JSON.stringify(args ?? {}) }
}

function answered(waiting: WaitingCalls, message: MessageFields): ToolCall | undefined {
  if (message.tool_call_id) return waiting.takeId(message.tool_call_id)
  const name = message.tool_name ?? message.name
  return name === undefined || name === null ? waiting.takeFirst() : waiting.takeName(name)
}
