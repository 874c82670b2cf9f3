import type { Usage } from '../../core/event.ts'
import type { AnswerEnd, Block } from '../answering/blocks.ts'
import { seal } from '../answering/sealed.ts'
import type { ContentFields, MessageResponse, StopReason, UsageFields } from './response-schema.ts'

/**
 * What clients hand back with the thinking. Anthropic's is a proof that it is its own, and holds what was not shown; here
 * it proves nothing.
 */
export function signatureOf(thinking: string, { sealsThinking }: Envelope): string {
  return seal(sealsThinking ? thinking : '')
}

/** What a message says of itself from the start. */
export interface Envelope {
  readonly id: string
  /** As the client named it. */
  readonly model: string
  /** Thinking is handed over sealed, in its signature, and not shown. */
  readonly sealsThinking: boolean
}

/** A message that has yet to say anything. */
export function emptyMessage({ id, model }: Envelope, usage: UsageFields): MessageResponse {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
}

/** Anthropic counts what came from the cache apart. */
export function encodeUsage(usage: Omit<Usage, 'type'>): UsageFields {
  return {
    input_tokens: usage.promptTokens - usage.cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cachedTokens,
    output_tokens: usage.completionTokens,
  }
}

/** A block that has yet to say anything. */
export function emptyBlock(block: Block): ContentFields {
  switch (block.kind) {
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'text':
      return { type: 'text', text: '' }
    case 'tool-call':
      return { type: 'tool_use', id: block.id, name: block.name, input: {} }
  }
}

export function encodeBlock(block: Block, text: string, envelope: Envelope): ContentFields {
  switch (block.kind) {
    case 'reasoning': {
      const thinking = envelope.sealsThinking ? '' : text
      return { type: 'thinking', thinking, signature: signatureOf(text, envelope) }
    }
    case 'text':
      return { type: 'text', text }
    case 'tool-call':
      return { type: 'tool_use', id: block.id, name: block.name, input: decodeInput(text) }
  }
}

/** @param stops the client's own: an answer may also end at a stop string of the model's template */
export function encodeStop(
  { reason, stopString }: AnswerEnd,
  stops: readonly string[],
): { stop_reason: StopReason; stop_sequence: string | null } {
  if (stopString !== null && stops.includes(stopString))
    return { stop_reason: 'stop_sequence', stop_sequence: stopString }
  const words = { stop: 'end_turn', length: 'max_tokens', 'tool-calls': 'tool_use' } as const
  return { stop_reason: words[reason], stop_sequence: null }
}

/** The arguments as the object they must be; what is none is handed over the way Anthropic's manual has it. */
function decodeInput(text: string): Record<string, unknown> {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // An answer that was cut short ends in the middle of its JSON.
  }
  return { INVALID_JSON: text }
}
