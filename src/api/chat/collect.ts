import type { Usage } from '../../core/event.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'
import { totalUsage } from '../usage.ts'
import { type Envelope, encodeCompletion, type FinishedChoice } from './encode.ts'
import { chatFailure, unfinished } from './failure.ts'
import type { Completion } from './response-schema.ts'

/** The whole answer, once each of `choices` has finished. Rejects with the first failure of any. */
export async function collectCompletion(
  envelope: Envelope,
  choices: number,
  events: AsyncIterable<TaskEvent>,
  signal: AbortSignal,
): Promise<Completion> {
  const texts = new Array<string>(choices).fill('')
  const finished = new Map<number, FinishedChoice>()
  const usages: Usage[] = []
  for await (const { task, event } of events) {
    if (event.type === 'error') throw chatFailure(event.error)
    if (event.type === 'text-delta') texts[task] += event.text
    if (event.type === 'usage') usages.push(event)
    if (event.type === 'finish') finished.set(task, { text: texts[task] ?? '', reason: event.reason })
  }
  if (finished.size < choices) throw unfinished(signal)
  const inOrder = [...finished].toSorted(([a], [b]) => a - b).map(([, choice]) => choice)
  return encodeCompletion(envelope, inOrder, totalUsage(usages))
}
