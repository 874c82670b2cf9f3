import { encodeError } from '../../contracts/unified.ts'
import type { TrivetError } from '../../core/errors.ts'
import type { TokenLogprobFields } from '../answering/token-logprob.ts'
import type { ProgressFields } from '../fields/prompt-progress.ts'
import type { Item, MessagePart } from './item.ts'
import type { ResponseObject } from './response-object.ts'

/** One event of a response's stream. They are numbered one after the other. */
export type ResponseEvent = Unnumbered & { readonly sequence_number: number }

export type Unnumbered =
  | StateEvent
  | ProgressEvent
  | ItemEvent
  | PartEvent
  | TextEvent
  | ReasoningEvent
  | ArgumentsEvent
  | CustomInputEvent
  | ErrorEvent

/** The response as a whole. The last three end the stream. */
export interface StateEvent {
  readonly type: `response.${'created' | 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed'}`
  readonly response: ResponseObject
}

/** How far the prompt has been read; only for who asks for it. */
export interface ProgressEvent extends ProgressFields {
  readonly type: 'response.prompt_progress'
}

export interface ItemEvent {
  readonly type: 'response.output_item.added' | 'response.output_item.done'
  readonly output_index: number
  readonly item: Item
}

/** Where in the output. */
interface Place {
  readonly item_id: string
  readonly output_index: number
}

export type PartEvent = Place & {
  readonly type: 'response.content_part.added' | 'response.content_part.done'
  readonly content_index: 0
  readonly part: MessagePart | { readonly type: 'reasoning_text'; readonly text: string }
}

export type TextEvent = Place & { readonly content_index: 0; readonly logprobs: readonly TokenLogprobFields[] } & (
    | { readonly type: 'response.output_text.delta'; readonly delta: string }
    | { readonly type: 'response.output_text.done'; readonly text: string }
  )

export type ReasoningEvent = Place & { readonly content_index: 0 } & (
    | { readonly type: 'response.reasoning_text.delta'; readonly delta: string }
    | { readonly type: 'response.reasoning_text.done'; readonly text: string }
  )

export type ArgumentsEvent = Place &
  (
    | { readonly type: 'response.function_call_arguments.delta'; readonly delta: string }
    | { readonly type: 'response.function_call_arguments.done'; readonly name: string; readonly arguments: string }
  )

export type CustomInputEvent = Place &
  (
    | { readonly type: 'response.custom_tool_call_input.delta'; readonly delta: string }
    | { readonly type: 'response.custom_tool_call_input.done'; readonly input: string }
  )

/** The stream is over without the response's end. Flat, unlike an error's object: OpenAI's `ResponseErrorEvent`. */
export interface ErrorEvent {
  readonly type: 'error'
  readonly code: string
  readonly message: string
  /** Dotted path of the request field at fault. */
  readonly param: string | null
}

export function errorEvent(error: TrivetError): ErrorEvent {
  const { code, message, param } = encodeError(error).body.error
  return { type: 'error', code, message, param }
}
