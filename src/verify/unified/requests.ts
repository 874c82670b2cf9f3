import type { Answer, Client } from '../client.ts'
import { Skip } from '../judge.ts'

export const CHAT = '/v1/chat/completions'

export const HELLO = [{ role: 'user', content: 'Hello! Tell me about the weather.' }] as const

/** The likeliest answer, and a short one. */
const STEADY = { temperature: 0, max_tokens: 16 } as const

/** Asks for a chat completion: these fields over a short conversation. */
export function chat(client: Client, model: string, fields: object = {}): Promise<Answer> {
  return client.post(CHAT, { model, messages: HELLO, ...STEADY, ...fields })
}

/** Throws a `Skip` where a server has no such route: only chat and the list of models are what every one has. */
export function offered(answer: Answer): Answer {
  if ([404, 405, 501].includes(answer.status)) throw new Skip('this server has no such route')
  return answer
}

/** Throws a `Skip` where a model can't be held to a form. */
export function held(answer: Answer): Answer {
  if (answer.status === 400) throw new Skip('the model can not be held to a form')
  return answer
}

/** Throws a `Skip` where a limit cut an answer that has a form only when it is whole. */
export function ended(reason: string | null | undefined): void {
  if (reason === 'length') throw new Skip('the model did not come to an end')
}
