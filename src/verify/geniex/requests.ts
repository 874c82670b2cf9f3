import type { Answer, Client } from '../client.ts'

export const CHAT = '/v1/chat/completions'
export const COMPLETIONS = '/v1/completions'
export const LOGITS = '/v1/logits'

/** The likeliest answer, and a short one. */
export const STEADY = { temperature: 0, max_completion_tokens: 16 } as const

export const HELLO = [{ role: 'user', content: 'Hello! Tell me about the weather.' }] as const

/** Asks for a chat completion: these fields over a short conversation. */
export function chat(client: Client, model: string, fields: object = {}): Promise<Answer> {
  return client.post(CHAT, { model, messages: HELLO, ...STEADY, ...fields })
}
