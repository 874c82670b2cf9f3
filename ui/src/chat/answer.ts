import type { TurnStatus, Usage } from '../api/chats.ts'
import type { Item } from '../api/items.ts'
import type { PromptProgress, ResponseEvent, ResponseObject } from '../api/responses.ts'

/** How far an answer has come. */
export interface Answer {
  readonly responseId: string | null
  /** `waiting`: for its place or its model; `reading`: the prompt. */
  readonly phase: 'waiting' | 'reading' | 'writing' | 'over'
  /** Of the prompt, while it is read. */
  readonly progress: PromptProgress | null
  readonly items: readonly Item[]
  readonly status: TurnStatus
  readonly error: { readonly code: string; readonly message: string } | null
  readonly usage: Usage | null
  /** Number of the last event read. */
  readonly seen: number
}

export const NO_ANSWER: Answer = {
  responseId: null,
  phase: 'waiting',
  progress: null,
  items: [],
  status: 'in_progress',
  error: null,
  usage: null,
  seen: -1,
}

/** The answer after one more event. */
export function advance(answer: Answer, event: ResponseEvent): Answer {
  const seen = event.sequence_number
  if (seen <= answer.seen) return answer
  switch (event.type) {
    case 'response.created':
    case 'response.queued':
      return { ...answer, seen, responseId: event.response.id }
    case 'response.in_progress':
      return { ...answer, seen, responseId: event.response.id, phase: 'reading' }
    case 'response.prompt_progress':
      return { ...answer, seen, progress: { total: event.total, processed: event.processed } }
    case 'response.output_item.added':
    case 'response.output_item.done':
      return { ...answer, seen, phase: 'writing', items: replaced(answer.items, event.output_index, event.item) }
    case 'response.output_text.delta':
    case 'response.reasoning_text.delta':
    case 'response.function_call_arguments.delta':
      return { ...answer, seen, items: said(answer.items, event.output_index, event.delta) }
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return { ...answer, seen, ...ended(event.response), items: outputOf(event.response, answer.items) }
    default:
      return { ...answer, seen }
  }
}

/** What failed left no output behind; what came before is still worth reading. */
function outputOf({ output }: ResponseObject, before: readonly Item[]): readonly Item[] {
  return output.length > 0 ? output : before
}

export function ended({ id, status, error, usage }: ResponseObject): Omit<Answer, 'items' | 'seen' | 'progress'> {
  return {
    responseId: id,
    phase: 'over',
    status: status === 'queued' ? 'in_progress' : status,
    error,
    usage: usage
      ? {
          input_tokens: usage.input_tokens,
          cached_tokens: usage.input_tokens_details.cached_tokens,
          output_tokens: usage.output_tokens,
          reasoning_tokens: usage.output_tokens_details.reasoning_tokens,
        }
      : null,
  }
}

function replaced(items: readonly Item[], index: number, item: Item): readonly Item[] {
  return index < items.length ? items.with(index, item) : [...items, item]
}

function said(items: readonly Item[], index: number, delta: string): readonly Item[] {
  const item = items[index]
  return item === undefined ? items : items.with(index, longer(item, delta))
}

function longer(item: Item, delta: string): Item {
  switch (item.type) {
    case 'message': {
      const [part] = item.content
      const text = part !== undefined && 'text' in part ? part.text : ''
      return { ...item, content: [{ type: 'output_text', text: text + delta }] }
    }
    case 'reasoning':
      return { ...item, content: [{ type: 'reasoning_text', text: (item.content?.[0]?.text ?? '') + delta }] }
    case 'function_call':
      return { ...item, arguments: item.arguments + delta }
    case 'function_call_output':
      return item
  }
}
