import type { EngineEvent, Usage } from '../../core/event.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'
import { totalUsage } from '../answering/usage.ts'
import {
  argumentsChunk,
  type ChatEnvelope,
  callChunk,
  finishChunk,
  progressChunk,
  reasoningChunk,
  roleChunk,
  textChunk,
  usageChunk,
} from './encode.ts'
import { chatFailure, unfinished } from './failure.ts'
import type { Chunk } from './response-schema.ts'

/**
 * The answer as chunks. A choice opens with its role at its first event, which may come long before its first text:
 * the client learns at once that its request is being worked on. Throws the first failure of any choice.
 */
export async function* completionChunks(
  envelope: ChatEnvelope,
  choices: number,
  events: AsyncIterable<TaskEvent>,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void> {
  const opened = new Set<number>()
  const usages: Usage[] = []
  let finished = 0
  for await (const { task, event } of events) {
    if (event.type === 'error') throw chatFailure(event.error)
    if (!opened.has(task)) {
      opened.add(task)
      yield roleChunk(envelope, task)
    }
    const chunk = eventChunk(envelope, task, event)
    if (chunk) yield chunk
    if (event.type === 'usage') usages.push(event)
    if (event.type === 'finish') finished++
  }
  if (finished < choices) throw unfinished(signal)
  if (envelope.includeUsage) yield usageChunk(envelope, totalUsage(usages))
}

/** What there is to say of an event; `null` when nothing. */
function eventChunk(envelope: ChatEnvelope, index: number, event: EngineEvent): Chunk | null {
  switch (event.type) {
    case 'text-delta': {
      const told = event.logprobs?.some(({ bytes }) => bytes !== '') ?? false
      return event.text === '' && !told ? null : textChunk(envelope, index, event.text, event.logprobs)
    }
    case 'reasoning-delta':
      return event.text === '' ? null : reasoningChunk(envelope, index, event.text)
    case 'tool-call-start':
      return callChunk(envelope, index, event)
    case 'tool-call-delta':
      return event.arguments === '' ? null : argumentsChunk(envelope, index, event)
    case 'prompt-progress':
      return envelope.showProgress ? progressChunk(envelope, index, event) : null
    case 'finish':
      return finishChunk(envelope, index, event.reason)
    default:
      return null
  }
}
