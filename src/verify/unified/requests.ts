import type { Answer } from '../client.ts'
import { chatLimitedBy } from '../conversation.ts'
import { Skip } from '../judge.ts'

export const LIMIT = 'max_tokens'

export const chat = chatLimitedBy(LIMIT)

/** Throws a `Skip` where a server has no such route: only chat and the list of models are what every one has. */
export function offered(answer: Answer): Answer {
  if ([404, 405, 501].includes(answer.status)) throw new Skip('this server has no such route')
  return answer
}
