import type { Item } from './items.ts'
import { request, requestJson } from './request.ts'
import { readEvents } from './sse.ts'

export type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled'

export interface ResponseObject {
  readonly id: string
  readonly status: ResponseStatus
  readonly output: readonly Item[]
  readonly error: { readonly code: string; readonly message: string } | null
  readonly usage?: {
    readonly input_tokens: number
    readonly input_tokens_details: { readonly cached_tokens: number }
    readonly output_tokens: number
    readonly output_tokens_details: { readonly reasoning_tokens: number }
  }
}

/** How far a prompt has been read, in tokens. */
export interface PromptProgress {
  readonly total: number
  readonly processed: number
}

/** Those events of a response that the page reads; there are others. */
export type ResponseEvent = { readonly sequence_number: number } & (
  | { readonly type: ResponseState; readonly response: ResponseObject }
  | {
      readonly type: 'response.output_item.added' | 'response.output_item.done'
      readonly output_index: number
      readonly item: Item
    }
  | ({ readonly type: 'response.prompt_progress' } & PromptProgress)
  | { readonly type: TextDelta; readonly output_index: number; readonly delta: string }
)

type ResponseState = `response.${'created' | 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed'}`
type TextDelta = `response.${'output_text' | 'reasoning_text' | 'function_call_arguments'}.delta`

/** The request of an answer, as it is sent and as snippets show it. */
export interface ResponseRequest {
  readonly model: string
  readonly input: readonly Item[]
  readonly instructions?: string
  readonly [field: string]: unknown
}

type Events = AsyncGenerator<ResponseEvent | { readonly error: { code: string; message: string } }, void>

/** Has an answer made, without need of this page from then on. Rejects with what refuses it. */
export async function beginResponse(fields: ResponseRequest, signal: AbortSignal): Promise<Events> {
  const body = { ...fields, stream: true, background: true, return_progress: true }
  return eventsOf(await request('v1/responses', { body, signal }))
}

/** The events of an answer after a number, and those to come. */
export async function followResponse(id: string, after: number, signal: AbortSignal): Promise<Events> {
  return eventsOf(await request(`v1/responses/${id}?stream=true&starting_after=${after}`, { signal }))
}

export function cancelResponse(id: string): Promise<ResponseObject> {
  return requestJson(`v1/responses/${id}/cancel`, { method: 'POST' })
}

export function readResponse(id: string): Promise<ResponseObject> {
  return requestJson(`v1/responses/${id}`)
}

function eventsOf({ body }: Response): Events {
  if (body === null) throw new Error('a stream without a body')
  return readEvents(body)
}
