import type { ChatMessage } from '../core/chat.ts'

/**
 * A conversation's turns, oldest first, as the places of their messages: what the user says and all that answers it,
 * tool calls and their results included. System messages belong to no turn. What comes before the first user's message
 * counts to its turn.
 */
export function turnsIn(messages: readonly ChatMessage[]): readonly (readonly number[])[] {
  const turns: number[][] = []
  let asked = false
  for (const [place, { role }] of messages.entries()) {
    if (role === 'system' || role === 'developer') continue
    const current = turns.at(-1)
    const begins = current === undefined || (role === 'user' && asked && !isUser(messages[place - 1]))
    if (role === 'user') asked = true
    if (begins) turns.push([place])
    else current.push(place)
  }
  return turns
}

/** Turns that may be dropped: all but the last, which is what is asked now. */
export function droppableTurns(messages: readonly ChatMessage[]): number {
  return Math.max(0, turnsIn(messages).length - 1)
}

export interface Shortened {
  readonly messages: readonly ChatMessage[]
  /** Places of the messages dropped, in the conversation as it was. */
  readonly dropped: readonly number[]
}

/** The conversation without its oldest `count` turns. */
export function withoutTurns(messages: readonly ChatMessage[], count: number): Shortened {
  const dropped = turnsIn(messages).slice(0, count).flat()
  const gone = new Set(dropped)
  return { messages: messages.filter((_, place) => !gone.has(place)), dropped }
}

function isUser(message: ChatMessage | undefined): boolean {
  return message?.role === 'user'
}
