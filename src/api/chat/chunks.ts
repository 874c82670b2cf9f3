import type { Usage } from '../../core/event.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'
import { totalUsage } from '../usage.ts'
import { type Envelope, finishChunk, roleChunk, textChunk, usageChunk } from './encode.ts'
import { chatFailure, unfinished } from './failure.ts'
import type { Chunk } from './response-schema.ts'

/**
 * The answer as chunks. A choice opens with its role at its first event, which may come long before its first text:
 * the client learns at once that its request is being worked on. Throws the first failure of any choice.
 */
export async function* completionChunks(
  envelope: Envelope,
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
    if (event.type === 'text-delta' && event.text !== '') yield textChunk(envelope, task, event.text)
    if (event.type === 'usage') usages.push(event)
    if (event.type === 'finish') {
      finished++
      yield finishChunk(envelope, task, event.reason)
    }
  }
  if (finished < choices) throw unfinished(signal)
  if (envelope.includeUsage) yield usageChunk(envelope, totalUsage(usages))
}
