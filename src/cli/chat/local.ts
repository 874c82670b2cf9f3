import { renderPrompt } from '../../chat/render.ts'
import { PLAIN_CHAT } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import type { Scheduler } from '../../scheduler/scheduler.ts'
import type { Answerer, AnswerWish } from './answerer.ts'

/** How long the engine gets to end by itself. */
const STOP_MS = 2_000

/** Answers from an engine of this process, through the same scheduler as the server's. */
export function localAnswerer(scheduler: Scheduler, model: string, wish: AnswerWish): Answerer {
  const sampling = { ...NEUTRAL_SAMPLING, ...wish.sampling }
  return {
    async *answer(messages, signal) {
      const open = await scheduler.open(model, signal)
      const { text: prompt } = renderPrompt(open.model, { ...PLAIN_CHAT, messages })
      const task = { kind: 'generate', prompt, sampling, maxTokens: wish.maxTokens } as const
      for await (const { event } of open.run([task], signal)) {
        if (event.type === 'error') throw TrivetError.from(event.error)
        yield event
      }
    },
    close: () => scheduler.drain(STOP_MS),
  }
}
