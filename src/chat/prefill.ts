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

/** An assistant's message at the end is continued; an empty one is the same as none. */
export function turnsOf(messages: readonly ChatMessage[]): Turns {
  const last = messages.at(-1)
  if (last?.role !== 'assistant' || last.toolCalls) return { messages, continued: false }
  if (last.content.length > 0) return { messages, continued: true }
  return last.reasoning === undefined ? turnsOf(messages.slice(0, -1)) : { messages, continued: false }
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
