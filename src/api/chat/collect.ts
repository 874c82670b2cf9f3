import type { Usage } from '../../core/event.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'
import { totalUsage } from '../answering/usage.ts'
import { ChoiceInProgress } from './choice.ts'
import { type ChatEnvelope, encodeCompletion } from './encode.ts'
import { chatFailure, unfinished } from './failure.ts'
import type { Completion } from './response-schema.ts'

/** The whole answer, once each of `choices` has finished. Rejects with the first failure of any. */
export async function collectCompletion(
  envelope: ChatEnvelope,
  choices: number,
  events: AsyncIterable<TaskEvent>,
  signal: AbortSignal,
): Promise<Completion> {
  const all = Array.from({ length: choices }, () => new ChoiceInProgress())
  const usages: Usage[] = []
  for await (const { task, event } of events) {
    if (event.type === 'error') throw chatFailure(event.error)
    if (event.type === 'usage') usages.push(event)
    all[task]?.take(event)
  }
  if (all.some(({ reason }) => reason === null)) throw unfinished(signal)
  return encodeCompletion(envelope, all, totalUsage(usages))
}
