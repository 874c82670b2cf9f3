import type { ChatMessage } from '../core/chat.ts'
import { stripEnd } from './jinja/whitespace.ts'

/** Put at the end of the message that the answer continues, to find that place in the prompt again. */
export const MARK = 'CONTINUE_FINAL_MESSAGE_TAG '

/** The answer as far as the client has written it, and what comes before it. */
export interface Turns {
  readonly messages: readonly ChatMessage[]
  /** The last message is an answer that goes on. */
  readonly continued: boolean
}

/** An assistant's message at the end is continued; empty ones are the same as none. */
export function turnsOf(messages: readonly ChatMessage[]): Turns {
  const end = messages.findLastIndex((message) => !saysNothing(message)) + 1
  const last = messages[end - 1]
  const continued = last?.role === 'assistant' && !last.toolCalls && last.content.length > 0
  return { messages: end === messages.length ? messages : messages.slice(0, end), continued }
}

function saysNothing({ role, content, reasoning, toolCalls }: ChatMessage): boolean {
  return role === 'assistant' && content.length === 0 && reasoning === undefined && !toolCalls
}

/**
 * What stands before the mark, and so without the end of the turn. As in transformers, a template that trims the mark's
 * space has trimmed the message too. Throws when the template doesn't print the message.
 */
export function cutAtMark(prompt: string): string {
  const end = prompt.lastIndexOf(MARK.trimEnd())
  if (end === -1) throw new Error('it does not print the last message as it is.')
  const before = prompt.slice(0, end)
  return prompt.startsWith(MARK, end) ? before : stripEnd(before)
}
