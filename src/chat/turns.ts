import type { ChatMessage, Role } from '../core/chat.ts'

/** `developer` is newer than most templates, which would drop it or refuse it; to them it is `system`. */
export function developerAsSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.map((message) => (message.role === 'developer' ? { ...message, role: 'system' } : message))
}

/** Neighbours of one role become one turn. Tool results never do: each answers its own call. */
export function mergeNeighbours(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const merged: ChatMessage[] = []
  for (const message of messages) {
    const last = merged.at(-1)
    if (last?.role === message.role && message.role !== 'tool') merged[merged.length - 1] = join(last, message)
    else merged.push(message)
  }
  return merged
}

/** For templates without a system role: what the system said opens the user's next turn. */
export function systemIntoUser(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const asUser: Role = 'user'
  return mergeNeighbours(messages.map((message) => (isSystem(message) ? { ...message, role: asUser } : message)))
}

function isSystem(message: ChatMessage): boolean {
  return message.role === 'system' || message.role === 'developer'
}

function join(first: ChatMessage, second: ChatMessage): ChatMessage {
  const toolCalls = [...(first.toolCalls ?? []), ...(second.toolCalls ?? [])]
  return {
    ...first,
    content: [...first.content, ...second.content],
    ...(toolCalls.length > 0 && { toolCalls }),
  }
}
