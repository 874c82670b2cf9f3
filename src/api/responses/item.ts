import type { TokenLogprobFields } from '../answering/token-logprob.ts'

/** What a conversation is made of at this API, as it is answered, stored and listed. */
export type Item =
  | MessageItem
  | FunctionCallItem
  | FunctionCallOutputItem
  | CustomCallItem
  | ReasoningItem
  | CompactionItem

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

export interface MessageItem {
  readonly id: string
  readonly type: 'message'
  readonly status: ItemStatus
  readonly role: 'user' | 'assistant' | 'system' | 'developer'
  readonly content: readonly MessagePart[]
}

export type MessagePart = InputPart | OutputTextPart | { readonly type: 'refusal'; readonly refusal: string }

export type InputPart = InputTextPart | InputImagePart | InputAudioPart

/** An image as it was given: a data URL, as a rule. */
export interface InputImagePart {
  readonly type: 'input_image'
  readonly image_url: string
  readonly detail: string
}

export interface InputAudioPart {
  readonly type: 'input_audio'
  readonly input_audio: { readonly data: string; readonly format: string }
}

export interface InputTextPart {
  readonly type: 'input_text'
  readonly text: string
}

export interface OutputTextPart {
  readonly type: 'output_text'
  readonly text: string
  readonly annotations: readonly []
  readonly logprobs: readonly TokenLogprobFields[]
}

export interface FunctionCallItem {
  readonly id: string
  readonly type: 'function_call'
  readonly status: ItemStatus
  /** What the output will refer to. */
  readonly call_id: string
  readonly name: string
  readonly arguments: string
}

/** The call of a custom tool, which takes text. */
export interface CustomCallItem {
  readonly id: string
  readonly type: 'custom_tool_call'
  readonly status: ItemStatus
  readonly call_id: string
  readonly name: string
  readonly input: string
}

export interface FunctionCallOutputItem {
  readonly id: string
  readonly type: 'function_call_output' | 'custom_tool_call_output'
  readonly status: ItemStatus
  readonly call_id: string
  readonly output: string | readonly InputPart[]
}

export interface ReasoningItem {
  readonly id: string
  readonly type: 'reasoning'
  readonly status: ItemStatus
  readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[]
  readonly content: readonly { readonly type: 'reasoning_text'; readonly text: string }[]
  readonly encrypted_content?: string
}

export interface CompactionItem {
  readonly id: string
  readonly type: 'compaction'
  readonly encrypted_content: string
}

/** Prefixes of the ids that items get here. */
export const ITEM_PREFIXES = {
  message: 'msg',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
  reasoning: 'rs',
  compaction: 'cmp',
} as const satisfies Record<Item['type'], string>
