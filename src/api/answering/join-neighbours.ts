import type { ChatMessage, Role } from '../../core/chat.ts'

/**
 * Neighbours of one role as one message, for APIs that tell a turn in pieces: reasoning, text, calls. Only roles that
 * `joins` says; a tool's results never should, for each answers its own call.
 */
export function joinNeighbours(
  messages: readonly ChatMessage[],
  joins: (role: Role) => boolean,
): readonly ChatMessage[] {
  const joined: ChatMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === message.role && joins(message.role)) joined[joined.length - 1] = join(last, message)
    else joined.push(message)
  }
  return joined
}

function join(first: ChatMessage, second: ChatMessage): ChatMessage {
  const reasoning = (first.reasoning ?? '') + (second.reasoning ?? '')
  const toolCalls = [...(first.toolCalls ?? []), ...(second.toolCalls ?? [])]
  return {
    ...first,
    content: [...first.content, ...second.content],
    ...(reasoning !== '' && { reasoning }),
    ...(toolCalls.length > 0 && { toolCalls }),
  }
}
