import { createHash } from 'node:crypto'
import type { ChatMessage } from '../core/chat.ts'

/** Mistral's templates refuse any other. */
const SHORT_ID = /^[a-zA-Z0-9]{9}$/

/** The same messages with ids of nine letters and digits, the same for the same id; those that are such already stay. */
export function withShortCallIds(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.map((message) => ({
    ...message,
    ...(message.toolCallId !== undefined && { toolCallId: shortId(message.toolCallId) }),
    ...(message.toolCalls && { toolCalls: message.toolCalls.map((call) => ({ ...call, id: shortId(call.id) })) }),
  }))
}

function shortId(id: string): string {
  return SHORT_ID.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9)
}
