import type { Tool, ToolInput } from '../../core/chat.ts'
import type { Usage } from '../../core/event.ts'
import type { ResponseOrder } from './decode.ts'
import type { Item } from './item.ts'
import type { ResponseFields } from './request-schema.ts'

export type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled'

/** The response object: what was asked for, and how far it has come. */
export interface ResponseObject extends ReturnType<typeof asked> {
  readonly id: string
  readonly object: 'response'
  /** Seconds since the Unix epoch. */
  readonly created_at: number
  readonly completed_at: number | null
  readonly status: ResponseStatus
  readonly error: { readonly code: string; readonly message: string } | null
  readonly incomplete_details: { readonly reason: 'max_output_tokens' } | null
  readonly output: readonly Item[]
  /** Absent until it is known: null is not what the original documents. */
  readonly usage?: UsageFields
}

export interface UsageFields {
  readonly input_tokens: number
  readonly input_tokens_details: { readonly cached_tokens: number; readonly cache_write_tokens: number }
  readonly output_tokens: number
  readonly output_tokens_details: { readonly reasoning_tokens: number }
  readonly total_tokens: number
}

/** A response of which nothing has been said yet. */
export function newResponse(id: string, createdAt: number, order: ResponseOrder): ResponseObject {
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: null,
    status: order.background ? 'queued' : 'in_progress',
    error: null,
    incomplete_details: null,
    output: [],
    ...asked(order),
  }
}

export function encodeUsage({ promptTokens, cachedTokens, completionTokens, reasoningTokens = 0 }: Usage): UsageFields {
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: 0 },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: promptTokens + completionTokens,
  }
}

/** The request, repeated with its defaults filled in. */
function asked({ request, fields, store, background }: ResponseOrder) {
  return {
    background,
    instructions: fields.instructions ?? null,
    max_output_tokens: fields.max_output_tokens ?? null,
    max_tool_calls: null,
    metadata: fields.metadata ?? {},
    model: request.model,
    parallel_tool_calls: request.parallelToolCalls,
    previous_response_id: fields.previous_response_id ?? null,
    reasoning: { effort: fields.reasoning?.effort ?? null, summary: null },
    service_tier: 'default',
    store,
    temperature: request.sampling.temperature,
    text: { format: fields.text?.format ?? { type: 'text' as const }, verbosity: 'medium' },
    tool_choice: fields.tool_choice ?? ('auto' as const),
    tools: request.tools.map((tool) => encodeTool(tool, fields)),
    top_logprobs: fields.top_logprobs ?? 0,
    top_p: request.sampling.topP,
    truncation: request.truncation,
  }
}

function encodeTool({ name, description, parameters, input }: Tool, fields: ResponseFields) {
  return input === undefined
    ? { type: 'function' as const, name, description, parameters, strict: strictness(fields, name) }
    : { type: 'custom' as const, name, ...(description !== null && { description }), format: encodeInput(input) }
}

function encodeInput(input: ToolInput) {
  switch (input.type) {
    case 'text':
      return { type: 'text' as const }
    case 'lark':
      return { type: 'grammar' as const, syntax: 'lark' as const, definition: input.definition }
    case 'regex':
      return { type: 'grammar' as const, syntax: 'regex' as const, definition: input.pattern }
  }
}

function strictness({ tools }: ResponseFields, name: string): boolean {
  const fields = tools?.find((tool) => (tool.function ?? tool).name === name)
  return (fields?.function ?? fields)?.strict ?? false
}
