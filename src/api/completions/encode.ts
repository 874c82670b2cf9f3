import type { FinishReason } from '../../core/event.ts'
import type { UsageTotals } from '../answering/usage.ts'
import type { Envelope } from '../chat/encode.ts'
import { encodeUsage } from '../fields/usage-schema.ts'
import type { LogprobsFields, TextChoice, TextChunk, TextCompletion } from './response-schema.ts'

/** Raw text has no tools to call. */
const FINISH_REASONS = { stop: 'stop', length: 'length', 'tool-calls': 'stop' } as const satisfies Record<
  FinishReason,
  string
>

export function encodeTextCompletion(
  envelope: Envelope,
  choices: readonly TextChoice[],
  usage: UsageTotals,
): TextCompletion {
  return { ...common(envelope), choices: [...choices], usage: encodeUsage(usage) }
}

export function textPiece(
  envelope: Envelope,
  index: number,
  text: string,
  logprobs: LogprobsFields | null = null,
): TextChunk {
  return chunk(envelope, [{ index, text, logprobs, finish_reason: null }])
}

/** Closes a choice. */
export function lastPiece(envelope: Envelope, index: number, reason: FinishReason): TextChunk {
  return chunk(envelope, [{ index, text: '', logprobs: null, finish_reason: encodeFinish(reason) }])
}

/** Closes the stream when its usage was asked for. */
export function usagePiece(envelope: Envelope, usage: UsageTotals): TextChunk {
  return { ...chunk(envelope, []), usage: encodeUsage(usage) }
}

export function encodeFinish(reason: FinishReason): TextChoice['finish_reason'] {
  return FINISH_REASONS[reason]
}

function chunk(envelope: Envelope, choices: TextChunk['choices']): TextChunk {
  return { ...common(envelope), choices, ...(envelope.includeUsage && { usage: null }) }
}

function common({ id, created, model, fingerprint }: Envelope) {
  return { id, object: 'text_completion', created, model, system_fingerprint: fingerprint } as const
}
