import type { ChatRequest } from '../../core/chat.ts'
import type { Scheduler } from '../../scheduler/scheduler.ts'
import { countTokens } from '../context/fit.ts'
import { attach } from './attach.ts'

/**
 * The tokens of the prompt that this request would be answered from, as the model's own tokenizer counts them.
 * Rejects as `answer` does.
 */
export async function countPrompt(scheduler: Scheduler, request: ChatRequest, signal: AbortSignal): Promise<number> {
  const open = await scheduler.open(request.model, signal, request.wish)
  return countTokens(open, await attach(open, request, signal), signal)
}
