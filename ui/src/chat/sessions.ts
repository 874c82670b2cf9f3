import { keyStore } from '../api/key.ts'
import { ChatSession } from './session.ts'

let current: { readonly session: ChatSession; readonly key: string | null } | null = null

/**
 * The open conversation if it is this one, else this one opened; `null`: one that begins. What was opened with one key
 * is not shown to who comes with another.
 */
export function sessionOf(id: string | null): ChatSession {
  const { key } = keyStore.get()
  if (current?.key === key && isStill(current.session, id)) return current.session
  current?.session.leave()
  current = { session: new ChatSession(id), key }
  return current.session
}

/** One that has begun is no other that begins. */
function isStill({ state }: ChatSession, id: string | null): boolean {
  const { id: known, turns } = state.get()
  return known === id && (id !== null || turns.length === 0)
}
