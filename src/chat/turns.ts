import type { ChatMessage, ContentPart, Role, ToolCall } from '../core/chat.ts'
import { groupBy } from '../core/group-by.ts'
import { joinNeighbours } from '../core/join-neighbours.ts'

/** `developer` is newer than most templates, which would drop it or refuse it; to them it is `system`. */
export function developerAsSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.map((message) => (message.role === 'developer' ? { ...message, role: 'system' } : message))
}

/** Neighbours of one role become one turn. Tool results never do: each answers its own call. */
export function mergeNeighbours(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return joinNeighbours(messages, (role) => role !== 'tool')
}

/** For templates that know one call a turn: each call is followed by its own result. */
export function oneCallATurn(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const results = groupBy(
    messages.filter((message) => message.role === 'tool'),
    (result) => result.toolCallId,
  )
  const resultOf = (call: ToolCall) => results.get(call.id) ?? []
  const paired = new Set(messages.flatMap((message) => (message.toolCalls ?? []).flatMap(resultOf)))
  return messages.flatMap((message) => {
    const [first, ...others] = message.toolCalls ?? []
    if (!first) return paired.has(message) ? [] : [message]
    const more = others.flatMap((call): ChatMessage[] => [
      { role: 'assistant', content: [], toolCalls: [call] },
      ...resultOf(call),
    ])
    return [{ ...message, toolCalls: [first] }, ...resultOf(first), ...more]
  })
}

/** For templates without tools: calls are JSON that the assistant said, results are what the user said next. */
export function toolTalkAsText(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.map((message): ChatMessage => {
    const { toolCalls, toolCallId: _id, ...rest } = message
    if (message.role === 'tool') return { ...rest, role: 'user' }
    return toolCalls ? { ...rest, content: [...rest.content, ...toolCalls.map(callAsText)] } : message
  })
}

function callAsText({ name, arguments: json }: ToolCall): ContentPart {
  return { type: 'text', text: `{"name": ${JSON.stringify(name)}, "arguments": ${json}}` }
}

/** For templates without a system role: what the system said opens the user's next turn. */
export function systemIntoUser(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const asUser: Role = 'user'
  return mergeNeighbours(messages.map((message) => (isSystem(message) ? { ...message, role: asUser } : message)))
}

function isSystem(message: ChatMessage): boolean {
  return message.role === 'system' || message.role === 'developer'
}
