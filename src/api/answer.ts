import { CHATML_END } from '../chat/chatml.ts'
import { renderPrompt } from '../chat/render.ts'
import type { ChatRequest } from '../core/chat.ts'
import type { GenerateTask } from '../core/task.ts'
import type { OpenModel, Scheduler, TaskEvent } from '../scheduler/scheduler.ts'
import { stopStrings } from '../stream/stop-strings.ts'
import { refuseUnsupported } from './refuse-unsupported.ts'
import { runTasks, samplingOfChoice } from './run-tasks.ts'

/** An answer under way. */
export interface Answer {
  /** OpenModel.fingerprint of the model that answers. */
  readonly fingerprint: string
  /**
   * What each choice says, by its index, after stop strings. Failures arrive as `error` events. Ends early, without a
   * `finish` for every choice, only when the request was aborted.
   */
  readonly events: AsyncIterable<TaskEvent>
}

/**
 * Opens the model, makes the prompt and starts the work: the way every chat-like API is answered. Rejects with what
 * `Scheduler.open` rejects with, `template_error`, or `unsupported_parameter`.
 */
export async function answer(scheduler: Scheduler, request: ChatRequest, signal: AbortSignal): Promise<Answer> {
  const open = await scheduler.open(request.model, signal)
  const tasks = tasksOf(open, request)
  for (const task of tasks) refuseUnsupported(open, task)
  const stops = stopsOf(open, request)
  const events = runTasks(open, tasks, () => stopStrings(stops), signal)
  return { fingerprint: open.fingerprint, events }
}

/** The work that the answer is: one task a choice. Throws `template_error`. */
export function tasksOf(open: OpenModel, request: ChatRequest): readonly GenerateTask[] {
  const { text: prompt } = renderPrompt(open.model, request)
  const { sampling, maxTokens, choices } = request
  return Array.from({ length: choices }, (_, index) => ({
    kind: 'generate',
    prompt,
    sampling: samplingOfChoice(sampling, index),
    maxTokens,
  }))
}

function stopsOf(open: OpenModel, request: ChatRequest): readonly string[] {
  return open.model.chatTemplate === null ? [...request.stop, CHATML_END] : request.stop
}
