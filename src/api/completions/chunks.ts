import type { Usage } from '../../core/event.ts'
import type { Envelope } from '../chat/encode.ts'
import { unfinished } from '../chat/failure.ts'
import type { CompletionRun } from './complete.ts'
import type { CompletionOrder } from './decode.ts'
import { lastPiece, textPiece, usagePiece } from './encode.ts'
import { LogprobsWriter } from './logprobs.ts'
import type { TextChunk } from './response-schema.ts'
import { sumUsage } from './usage.ts'

/**
 * The answers piece by piece; each choice ends with a piece that says why. A choice that echoes opens with its prompt.
 * Throws the first failure of any.
 */
export async function* textChunks(
  envelope: Envelope,
  order: CompletionOrder,
  run: CompletionRun,
  signal: AbortSignal,
): AsyncGenerator<TextChunk, void> {
  const choices = order.prompts.length * order.choices
  const writers = Array.from({ length: choices }, () => new LogprobsWriter())
  const opened = new Set<number>()
  const usages = new Map<number, Usage>()
  let finished = 0
  for await (const { task, event } of run.events) {
    const writer = order.logprobs === null ? undefined : writers[task]
    const echo = run.echoes?.[Math.floor(task / order.choices)]
    if (echo && !opened.has(task)) {
      opened.add(task)
      yield textPiece(envelope, task, echo.text, writer?.echo(echo))
    }
    if (event.type === 'text-delta') {
      const logprobs = writer?.write(event.logprobs ?? [])
      if (event.text !== '' || logprobs?.tokens.length) yield textPiece(envelope, task, event.text, logprobs)
    }
    if (event.type === 'usage') usages.set(task, event)
    if (event.type === 'finish') {
      finished++
      yield lastPiece(envelope, task, event.reason)
    }
  }
  if (finished < choices) throw unfinished(signal)
  if (envelope.includeUsage) yield usagePiece(envelope, sumUsage(usages, order.candidates))
}
