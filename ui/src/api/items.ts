/** What is said in a turn, as the Responses API has it: as much of it as the page shows. */
export type Item = MessageItem | ReasoningItem | CallItem | CallOutputItem

export interface MessageItem {
  readonly type: 'message'
  readonly id?: string
  readonly role: 'user' | 'assistant'
  readonly content: readonly Part[]
}

export type Part =
  | { readonly type: 'input_text' | 'output_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly image_url: string }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: 'wav' | 'mp3' } }

export interface ReasoningItem {
  readonly type: 'reasoning'
  readonly id?: string
  readonly content?: readonly { readonly type: 'reasoning_text'; readonly text: string }[] | null
}

export interface CallItem {
  readonly type: 'function_call'
  readonly id?: string
  readonly call_id: string
  readonly name: string
  /** JSON text. */
  readonly arguments: string
}

export interface CallOutputItem {
  readonly type: 'function_call_output'
  readonly call_id: string
  readonly output: string
}

/** The words of a message; of reasoning, what was thought. */
export function textOf(item: Item): string {
  if (item.type !== 'message' && item.type !== 'reasoning') return ''
  return (item.content ?? []).map((part) => ('text' in part ? part.text : '')).join('')
}
