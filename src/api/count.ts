import type { ChatRequest } from '../core/chat.ts'
import { TrivetError } from '../core/errors.ts'
import type { Prompt } from '../core/task.ts'
import type { OpenModel, Scheduler } from '../scheduler/scheduler.ts'
import { tasksOf } from './answer.ts'
import { runToEnd } from './run-to-end.ts'

/**
 * The tokens of the prompt that this request would be answered from, as the model's own tokenizer counts them.
 * Rejects as `answer` does.
 */
export async function countPrompt(scheduler: Scheduler, request: ChatRequest, signal: AbortSignal): Promise<number> {
  const open = await scheduler.open(request.model, signal)
  const [task] = tasksOf(open, { ...request, choices: 1 })
  if (task === undefined) throw new TrivetError('internal_error')
  return countTokens(open, task.prompt, signal)
}

async function countTokens(open: OpenModel, prompt: Prompt, signal: AbortSignal): Promise<number> {
  if (typeof prompt !== 'string') return prompt.length
  const task = { kind: 'tokenize', text: prompt, addSpecial: true, parseSpecial: true } as const
  const [said = []] = await runToEnd(open, [task], signal)
  return said.flatMap((event) => (event.type === 'tokens' ? event.ids : [])).length
}
