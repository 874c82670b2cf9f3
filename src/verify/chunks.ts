import type { z } from 'zod'
import type { Answer } from './client.ts'
import { hasHeader, hasStatus, must, shaped } from './judge.ts'

/** The chunks of a stream as OpenAI has it. Throws a `Failure` unless it is one, and ended as it should. */
export function chunksOf<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema>[] {
  hasStatus(answer, 200)
  hasHeader(answer, 'content-type', /^text\/event-stream/)
  must(answer.events.at(-1)?.data === '[DONE]', 'the stream does not end with [DONE]')
  return answer.events.slice(0, -1).map(({ data }) => shaped(JSON.parse(data), schema))
}

/** Throws a `Failure` where events have names, which OpenAI's chats have not. */
export function unnamed(answer: Answer): Answer {
  must(
    answer.events.every(({ name }) => name === 'message'),
    'an event has a name',
  )
  return answer
}
