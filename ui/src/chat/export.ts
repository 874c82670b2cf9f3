import type { Turn } from '../api/chats.ts'
import { request } from '../api/request.ts'
import { chatMessages } from './chat-messages.ts'
import type { ChatState } from './session.ts'

/** The branch that is shown, as the server writes it for people. */
export async function markdownOf({ settings }: ChatState, path: readonly Turn[]): Promise<string> {
  const messages = chatMessages(settings.instructions, path, { withThoughts: true }).map(({ message }) => message)
  const model = path.findLast((turn) => turn.model !== null)?.model
  return (await request('v1/chat/export', { body: { messages, model } })).text()
}

/** Everything, all branches. */
export function jsonOf({ id, title, settings, leaf, turns }: ChatState): string {
  return `${JSON.stringify({ id, title, settings, leaf, turns }, null, 2)}\n`
}

/** A name for a file, of letters that every system takes. */
export function fileName(title: string, extension: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 60)
  return `${name || 'conversation'}.${extension}`
}
