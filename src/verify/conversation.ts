import type { Answer, Client } from './client.ts'
import { must, Skip } from './judge.ts'

export const CHAT = '/v1/chat/completions'

export const HELLO = [{ role: 'user', content: 'Hello! Tell me about the weather.' }] as const

export const WEATHER_TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Tells the weather.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
} as const

/** The field that limits how long an answer gets. */
export type Limit = 'max_tokens' | 'max_completion_tokens'

/** Asks for a chat completion: these fields over a short conversation. */
export type Chat = (client: Client, model: string, fields?: object) => Promise<Answer>

/** Asks for the likeliest answer, and a short one, unless told otherwise. */
export function chatLimitedBy(limit: Limit): Chat {
  return (client, model, fields = {}) =>
    client.post(CHAT, { model, messages: HELLO, temperature: 0, [limit]: 16, ...fields })
}

/** Throws a `Failure` unless the counters of an answer add up. */
export function addsUp(usage: Readonly<Record<'prompt_tokens' | 'completion_tokens' | 'total_tokens', number>>): void {
  must(usage.total_tokens === usage.prompt_tokens + usage.completion_tokens, 'the total is not the sum')
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
