import type { ChatRequest } from '../../core/chat.ts'
import { newId } from '../../core/ids.ts'
import type { OpenModel, Scheduler, TaskEvent } from '../../scheduler/scheduler.ts'
import { withinContext } from '../context/fit.ts'
import { truncatedHeader } from '../context/truncated.ts'
import { withoutUnable } from '../fields/assumed-sampling.ts'
import type { Unheeded } from '../fields/unheeded.ts'
import { refuseUnsupported } from '../validation/refuse-unsupported.ts'
import { attach } from './attach.ts'
import { type AnswerPlan, planAnswer } from './plan-answer.ts'
import { queueHeader } from './queue-header.ts'
import { relayWithin } from './relay-within.ts'
import { runTasks } from './run-tasks.ts'
import { budgeted } from './thinking-budget.ts'

/** An answer under way. */
export interface Answer {
  /** OpenModel.fingerprint of the model that answers. */
  readonly fingerprint: string
  readonly unheeded: readonly Unheeded[]
  /** Places of the messages dropped to make the prompt fit. */
  readonly dropped: readonly number[]
  /** What is told to those who only look at headers: its place in line, and what was dropped. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * What each choice says, by its index: reasoning, tool calls, and text up to a stop string. Failures arrive as
   * `error` events. Ends early, without a `finish` for every choice, only when the request was aborted.
   */
  readonly events: AsyncIterable<TaskEvent>
}

/**
 * Opens the model, makes the prompt and starts the work: the way every chat-like API is answered. Rejects with what
 * `Scheduler.open` or `attach` rejects with, `template_error`, or `unsupported_parameter`.
 */
export async function answer(
  scheduler: Scheduler,
  request: ChatRequest,
  signal: AbortSignal,
  newCallId: () => string = () => newId('call'),
): Promise<Answer> {
  const open = await scheduler.open(request.model, signal, request.wish)
  const sampling = withoutUnable(request.sampling, request.assumed, open.capabilities)
  const whole = await attach(open, { ...request, sampling }, signal)
  if (open.capabilities.chat) return relayed(open, whole, signal)
  const { request: fitted, dropped } = await withinContext(open, whole, signal)
  const plan = planAnswer(open, fitted)
  for (const task of plan.tasks) refuseUnsupported(open, task)
  const model = withinBudget(open, fitted, plan)
  const headers = { ...truncatedHeader(dropped), ...queueHeader(open) }
  const events = runTasks(model, plan.tasks, () => plan.newTransform(newCallId), signal)
  return { fingerprint: open.fingerprint, unheeded: plan.unheeded, dropped, headers, events }
}

async function relayed(open: OpenModel, request: ChatRequest, signal: AbortSignal): Promise<Answer> {
  const { events, dropped } = await relayWithin(open, request, signal)
  const headers = { ...truncatedHeader(dropped), ...queueHeader(open) }
  return { fingerprint: open.fingerprint, unheeded: [], dropped, headers, events }
}

function withinBudget(open: OpenModel, request: ChatRequest, { reasoning, afterThinking }: AnswerPlan): OpenModel {
  const tokens = request.reasoning.budgetTokens
  return tokens === null ? open : budgeted(open, { ...reasoning, tokens, afterThinking })
}
