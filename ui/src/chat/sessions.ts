import { ChatSession } from './session.ts'

let current: ChatSession | null = null

/** The open conversation if it is this one, else this one opened; `null`: one that begins. */
export function sessionOf(id: string | null): ChatSession {
  if (current !== null && current.state.get().id === id && !(id === null && current.state.get().turns.length > 0))
    return current
  current?.leave()
  current = new ChatSession(id)
  return current
}
