import { answer } from '../../api/answering/answer.ts'
import { PLAIN_CHAT } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import type { Scheduler } from '../../scheduler/scheduler.ts'
import type { Answerer, AnswerWish } from './answerer.ts'

/** How long the engine gets to end by itself. */
export const STOP_MS = 2_000

/** Answers from an engine of this process, in the same way as the server's APIs. */
export function localAnswerer(scheduler: Scheduler, model: string, wish: AnswerWish): Answerer {
  const sampling = { ...NEUTRAL_SAMPLING, ...wish.sampling }
  const plain = { ...PLAIN_CHAT, model, sampling, maxTokens: wish.maxTokens }
  return {
    async *answer(messages, signal) {
      const { events } = await answer(scheduler, { ...plain, messages }, signal)
      for await (const { event } of events) {
        if (event.type === 'error') throw TrivetError.from(event.error)
        yield event
      }
    },
    close: () => scheduler.drain(STOP_MS),
  }
}
