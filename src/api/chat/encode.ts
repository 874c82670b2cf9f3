import type { FinishReason, PromptProgress, TokenLogprob, ToolCallDelta, ToolCallStart } from '../../core/event.ts'
import type { UsageTotals } from '../answering/usage.ts'
import { truncatedField } from '../context/truncated.ts'
import { encodeProgress } from '../fields/prompt-progress.ts'
import { encodeUsage } from '../fields/usage-schema.ts'
import type { ChoiceInProgress, MadeCall } from './choice.ts'
import { encodeLogprobs, type LogprobsFields } from './logprobs.ts'
import type { CallFields, Chunk, Completion, Delta } from './response-schema.ts'

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

/** What a chat's answers take from their request besides. */
export interface ChatEnvelope extends Envelope {
  /** Chunks tell how far the prompt has been read. */
  readonly showProgress: boolean
  /** Logprobs were asked for. */
  readonly logprobs: boolean
  /** There may be no content at all, for there are tools to call. */
  readonly mayOnlyCall: boolean
  /** Places of the messages that were left out of the prompt. */
  readonly dropped: readonly number[]
}

export function encodeCompletion(
  { id, created, model, fingerprint, logprobs, dropped }: ChatEnvelope,
  choices: readonly ChoiceInProgress[],
  usage: UsageTotals,
): Completion {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    system_fingerprint: fingerprint,
    choices: choices.map((choice, index) => ({
      index,
      message: encodeMessage(choice),
      logprobs: logprobs ? encodeLogprobs(choice.logprobs) : null,
      finish_reason: FINISH_REASONS[choice.reason ?? 'stop'],
    })),
    usage: encodeUsage(usage),
    ...truncatedField(dropped),
  }
}

function encodeMessage({ text, reasoning, calls }: ChoiceInProgress): Completion['choices'][number]['message'] {
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(encodeCall),
    }),
  }
}

function encodeCall({ id, name, custom, arguments: args }: MadeCall): CallFields {
  return custom
    ? { id, type: 'custom', custom: { name, input: args } }
    : { id, type: 'function', function: { name, arguments: args } }
}

/** Opens a choice. */
export function roleChunk(envelope: ChatEnvelope, index: number): Chunk {
  const opening = deltaChunk(envelope, index, { role: 'assistant', content: envelope.mayOnlyCall ? null : '' })
  return { ...opening, ...truncatedField(envelope.dropped) }
}

/** How far the prompt of a choice has been read. */
export function progressChunk(envelope: Envelope, index: number, progress: PromptProgress): Chunk {
  return { ...deltaChunk(envelope, index, {}), prompt_progress: encodeProgress(progress) }
}

export function textChunk(
  envelope: Envelope,
  index: number,
  text: string,
  logprobs: readonly TokenLogprob[] | undefined,
): Chunk {
  return deltaChunk(envelope, index, { content: text }, logprobs ? encodeLogprobs(logprobs) : null)
}

export function reasoningChunk(envelope: Envelope, index: number, text: string): Chunk {
  return deltaChunk(envelope, index, { reasoning_content: text })
}

/** Begins a call: its arguments follow, or its input. */
export function callChunk(envelope: Envelope, index: number, { call, id, name, custom }: ToolCallStart): Chunk {
  const begun = encodeCall({ id, name, custom: custom ?? false, arguments: '' })
  return deltaChunk(envelope, index, { tool_calls: [{ index: call, ...begun }] })
}

export function argumentsChunk(envelope: Envelope, index: number, event: ToolCallDelta): Chunk {
  const { call, custom, arguments: text } = event
  const piece = custom === true ? { custom: { input: text } } : { function: { arguments: text } }
  return deltaChunk(envelope, index, { tool_calls: [{ index: call, ...piece }] })
}

/** Closes a choice. */
export function finishChunk(envelope: Envelope, index: number, reason: FinishReason): Chunk {
  return chunk(envelope, [{ index, delta: {}, logprobs: null, finish_reason: FINISH_REASONS[reason] }])
}

/** Closes the stream when its usage was asked for. */
export function usageChunk(envelope: Envelope, usage: UsageTotals): Chunk {
  return { ...chunk(envelope, []), usage: encodeUsage(usage) }
}

function deltaChunk(envelope: Envelope, index: number, delta: Delta, logprobs: LogprobsFields | null = null): Chunk {
  return chunk(envelope, [{ index, delta, logprobs, finish_reason: null }])
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
