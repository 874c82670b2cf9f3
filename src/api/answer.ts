import { CHATML_END } from '../chat/chatml.ts'
import { renderPrompt } from '../chat/render.ts'
import type { ChatRequest } from '../core/chat.ts'
import type { EngineEvent } from '../core/event.ts'
import type { EngineTask } from '../core/task.ts'
import type { OpenModel, Scheduler, TaskEvent, TaskStream } from '../scheduler/scheduler.ts'
import { stopStrings } from '../stream/stop-strings.ts'
import { refuseUnsupported } from './refuse-unsupported.ts'

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
  refuseUnsupported(open, request)
  const stream = open.run(tasks(open, request), signal)
  return { fingerprint: open.fingerprint, events: transformed(stream, request.choices, stops(open, request)) }
}

/** One task a choice. Choices of a seeded request differ by their seed, and each is the same every time. */
function tasks(open: OpenModel, request: ChatRequest): readonly EngineTask[] {
  const prompt = renderPrompt(open.model, request.messages)
  const { sampling, maxTokens, choices } = request
  return Array.from({ length: choices }, (_, index) => ({
    kind: 'generate',
    prompt,
    sampling: { ...sampling, seed: sampling.seed === null ? null : (sampling.seed + index) >>> 0 },
    maxTokens,
  }))
}

function stops(open: OpenModel, request: ChatRequest): readonly string[] {
  return open.model.chatTemplate === null ? [...request.stop, CHATML_END] : request.stop
}

async function* transformed(
  stream: TaskStream,
  choices: number,
  stops: readonly string[],
): AsyncGenerator<TaskEvent, void> {
  const transforms = Array.from({ length: choices }, () => stopStrings(stops))
  for await (const { task, event } of stream) {
    const events = transforms[task]?.(event) ?? []
    if (event.type !== 'finish' && events.some(isFinish)) stream.cancel(task)
    for (const out of events) yield { task, event: out }
  }
}

function isFinish(event: EngineEvent): boolean {
  return event.type === 'finish'
}
