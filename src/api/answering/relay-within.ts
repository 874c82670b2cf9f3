import { turnsIn, withoutTurns } from '../../chat/drop-turns.ts'
import type { ChatMessage, ChatRequest } from '../../core/chat.ts'
import type { OpenModel, TaskEvent } from '../../scheduler/scheduler.ts'
import { begun } from './primed.ts'
import { planRelay } from './relay-answer.ts'
import { runTasks } from './run-tasks.ts'

/** An answer of another server, and the places of the messages that were left out for it. */
interface Relayed {
  readonly events: AsyncIterable<TaskEvent>
  readonly dropped: readonly number[]
}

/** Of what is said to be too much, a little more: messages are measured by characters here, not by tokens. */
const SPARE = 0.9

/**
 * Has another server answer. Only that knows how long its prompts are: where it says that one is too long, and the
 * request allows its oldest turns to be dropped, it is asked again without as many as seem too much.
 */
export async function relayWithin(open: OpenModel, request: ChatRequest, signal: AbortSignal): Promise<Relayed> {
  const turns = turnsIn(request.messages)
  for (let count = 0; ; ) {
    const { messages, dropped } = withoutTurns(request.messages, count)
    const { tasks, newTransform } = planRelay(open, { ...request, messages })
    const events = runTasks(open, tasks, newTransform, signal)
    if (request.truncation !== 'auto' || count >= turns.length - 1) return { events, dropped }
    const { first, values, leave } = await begun(events)
    const share = first === null ? null : shareThatFits(first)
    if (share === null) return { events: values, dropped }
    await leave()
    count = Math.max(count + 1, turnsBeyond(messages, share) + count)
  }
}

/** Of a prompt that was refused for its length, the part that would not have been; `null`: it wasn't refused so. */
function shareThatFits({ event }: TaskEvent): number | null {
  if (event.type !== 'error' || event.error.code !== 'context_length_exceeded') return null
  const { limit, prompt } = event.error.details
  return Number(limit) / Number(prompt) || SPARE
}

/** How many of the oldest turns to drop so that about this share of the conversation is left; all but the last at most. */
function turnsBeyond(messages: readonly ChatMessage[], share: number): number {
  const turns = turnsIn(messages)
  const sizes = messages.map((message) => JSON.stringify(message).length)
  const sizeOf = (places: readonly number[]) => places.reduce((sum, place) => sum + (sizes[place] ?? 0), 0)
  let left = sizeOf([...messages.keys()])
  const wanted = left * share * SPARE
  let count = 0
  while (count < turns.length - 1 && left > wanted) left -= sizeOf(turns[count++] ?? [])
  return count
}
