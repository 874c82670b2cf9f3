import type { FinishReason } from '../../core/event.ts'
import type { UsageTotals } from '../usage.ts'
import { encodeUsage } from '../usage-schema.ts'
import type { Chunk, Completion } from './response-schema.ts'

/** OpenAI's words. */
const FINISH_REASONS = { stop: 'stop', length: 'length', 'tool-calls': 'tool_calls' } as const satisfies Record<
  FinishReason,
  string
>

/** What every object of one response repeats. */
export interface Envelope {
  readonly id: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  /** As the client named it. */
  readonly model: string
  readonly fingerprint: string
  /** Each chunk says `usage: null` until the last. */
  readonly includeUsage: boolean
}

export interface FinishedChoice {
  readonly text: string
  readonly reason: FinishReason
}

export function encodeCompletion(
  { id, created, model, fingerprint }: Envelope,
  choices: readonly FinishedChoice[],
  usage: UsageTotals,
): Completion {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    system_fingerprint: fingerprint,
    choices: choices.map(({ text, reason }, index) => ({
      index,
      message: { role: 'assistant', content: text, refusal: null },
      logprobs: null,
      finish_reason: FINISH_REASONS[reason],
    })),
    usage: encodeUsage(usage),
  }
}

/** Opens a choice. */
export function roleChunk(envelope: Envelope, index: number): Chunk {
  return chunk(envelope, [{ index, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }])
}

export function textChunk(envelope: Envelope, index: number, text: string): Chunk {
  return chunk(envelope, [{ index, delta: { content: text }, logprobs: null, finish_reason: null }])
}

/** Closes a choice. */
export function finishChunk(envelope: Envelope, index: number, reason: FinishReason): Chunk {
  return chunk(envelope, [{ index, delta: {}, logprobs: null, finish_reason: FINISH_REASONS[reason] }])
}

/** Closes the stream when its usage was asked for. */
export function usageChunk(envelope: Envelope, usage: UsageTotals): Chunk {
  return { ...chunk(envelope, []), usage: encodeUsage(usage) }
}

function chunk({ id, created, model, fingerprint, includeUsage }: Envelope, choices: Chunk['choices']): Chunk {
  return {
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    system_fingerprint: fingerprint,
    choices,
    ...(includeUsage && { usage: null }),
  }
}
