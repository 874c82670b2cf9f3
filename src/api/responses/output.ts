import type { TokenLogprob } from '../../core/event.ts'
import type { Block, BlockDelta } from '../answering/blocks.ts'
import { seal } from '../answering/sealed.ts'
import { encodeTokenLogprob } from '../answering/token-logprob.ts'
import type { Unnumbered } from './event.ts'
import type {
  CustomCallItem,
  FunctionCallItem,
  Item,
  ItemStatus,
  MessageItem,
  OutputTextPart,
  ReasoningItem,
} from './item.ts'

/** One item of the output while it is being said: the events it begins, goes on and ends with. */
export interface OutputItem {
  begin(): readonly Unnumbered[]
  say(delta: BlockDelta): readonly Unnumbered[]
  /** `text` is the whole of it. */
  end(text: string, status: ItemStatus): { readonly item: Item; readonly events: readonly Unnumbered[] }
}

/** What of a request decides how its answer is put. */
export interface OutputWishes {
  /** Reasoning is also given in a form to be handed back. */
  readonly sealReasoning: boolean
}

/** The type of the item that a block becomes. */
export function itemType(block: Block): Item['type'] {
  if (block.kind === 'tool-call') return block.custom ? 'custom_tool_call' : 'function_call'
  return block.kind === 'text' ? 'message' : 'reasoning'
}

export function outputItem(block: Block, id: string, index: number, wishes: OutputWishes): OutputItem {
  switch (block.kind) {
    case 'text':
      return message(id, index)
    case 'reasoning':
      return reasoning(id, index, wishes.sealReasoning)
    case 'tool-call':
      return block.custom ? customCall(id, index, block.id, block.name) : functionCall(id, index, block.id, block.name)
  }
}

function message(item_id: string, output_index: number): OutputItem {
  const place = { item_id, output_index, content_index: 0 } as const
  const said: TokenLogprob[] = []
  const part = (text: string): OutputTextPart => ({
    type: 'output_text',
    text,
    annotations: [],
    logprobs: said.map(encodeTokenLogprob),
  })
  const item = (status: ItemStatus, content: readonly OutputTextPart[]): MessageItem => ({
    id: item_id,
    type: 'message',
    status,
    role: 'assistant',
    content,
  })
  return {
    begin: () => [
      { type: 'response.output_item.added', output_index, item: item('in_progress', []) },
      { type: 'response.content_part.added', ...place, part: part('') },
    ],
    say({ text, logprobs }) {
      said.push(...logprobs)
      return [{ type: 'response.output_text.delta', ...place, delta: text, logprobs: logprobs.map(encodeTokenLogprob) }]
    },
    end(text, status) {
      const whole = part(text)
      const done = item(status, [whole])
      return {
        item: done,
        events: [
          { type: 'response.output_text.done', ...place, text, logprobs: whole.logprobs },
          { type: 'response.content_part.done', ...place, part: whole },
          { type: 'response.output_item.done', output_index, item: done },
        ],
      }
    },
  }
}

function reasoning(item_id: string, output_index: number, sealed: boolean): OutputItem {
  const place = { item_id, output_index, content_index: 0 } as const
  const part = (text: string) => ({ type: 'reasoning_text', text }) as const
  const item = (status: ItemStatus, content: ReasoningItem['content']): ReasoningItem => ({
    id: item_id,
    type: 'reasoning',
    status,
    summary: [],
    content,
  })
  return {
    begin: () => [
      { type: 'response.output_item.added', output_index, item: item('in_progress', []) },
      { type: 'response.content_part.added', ...place, part: part('') },
    ],
    say: ({ text }) => [{ type: 'response.reasoning_text.delta', ...place, delta: text }],
    end(text, status) {
      const done = { ...item(status, [part(text)]), ...(sealed && { encrypted_content: seal(text) }) }
      return {
        item: done,
        events: [
          { type: 'response.reasoning_text.done', ...place, text },
          { type: 'response.content_part.done', ...place, part: part(text) },
          { type: 'response.output_item.done', output_index, item: done },
        ],
      }
    },
  }
}

function functionCall(item_id: string, output_index: number, call_id: string, name: string): OutputItem {
  const place = { item_id, output_index }
  const item = (status: ItemStatus, text: string): FunctionCallItem => ({
    id: item_id,
    type: 'function_call',
    status,
    call_id,
    name,
    arguments: text,
  })
  return {
    begin: () => [{ type: 'response.output_item.added', output_index, item: item('in_progress', '') }],
    say: ({ text }) => [{ type: 'response.function_call_arguments.delta', ...place, delta: text }],
    end(text, status) {
      const done = item(status, text)
      return {
        item: done,
        events: [
          { type: 'response.function_call_arguments.done', ...place, name, arguments: text },
          { type: 'response.output_item.done', output_index, item: done },
        ],
      }
    },
  }
}

function customCall(item_id: string, output_index: number, call_id: string, name: string): OutputItem {
  const place = { item_id, output_index }
  const item = (status: ItemStatus, input: string): CustomCallItem => ({
    id: item_id,
    type: 'custom_tool_call',
    status,
    call_id,
    name,
    input,
  })
  return {
    begin: () => [{ type: 'response.output_item.added', output_index, item: item('in_progress', '') }],
    say: ({ text }) => [{ type: 'response.custom_tool_call_input.delta', ...place, delta: text }],
    end(text, status) {
      const done = item(status, text)
      return {
        item: done,
        events: [
          { type: 'response.custom_tool_call_input.done', ...place, input: text },
          { type: 'response.output_item.done', output_index, item: done },
        ],
      }
    },
  }
}
