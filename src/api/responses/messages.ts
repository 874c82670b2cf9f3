import type { ChatMessage, ContentPart } from '../../core/chat.ts'
import { joinNeighbours } from '../../core/join-neighbours.ts'
import { attached } from '../answering/attach.ts'
import { unseal } from '../answering/sealed.ts'
import { wrapInput } from '../fields/custom-tool.ts'
import { longestSide } from '../fields/media-fields.ts'
import type { Item, MessagePart } from './item.ts'

/**
 * Items as the messages of a conversation. What one turn of the assistant is made of — reasoning, text, calls — comes
 * as items of their own, and is one message.
 * @param earlier so many of them come from before this request
 */
export function conversation(instructions: string | null, items: readonly Item[], earlier = 0): readonly ChatMessage[] {
  const system: readonly ChatMessage[] =
    instructions === null ? [] : [{ role: 'system', content: textPart(instructions) }]
  return joinNeighbours(
    [...system, ...items.map((item, index) => messageOf(item, fieldOf(index - earlier)))],
    (role) => role === 'assistant',
  )
}

/** The field that an item came in. */
function fieldOf(index: number): string {
  return index < 0 ? 'previous_response_id' : `input.${index}`
}

function messageOf(item: Item, field: string): ChatMessage {
  switch (item.type) {
    case 'message':
      return {
        role: item.role,
        content: item.content.flatMap((part, at) => decodePart(part, `${field}.content.${at}`)),
      }
    case 'function_call': {
      const call = { id: item.call_id, name: item.name, arguments: item.arguments }
      return { role: 'assistant', content: [], toolCalls: [call] }
    }
    case 'custom_tool_call': {
      const call = { id: item.call_id, name: item.name, arguments: wrapInput(item.input) }
      return { role: 'assistant', content: [], toolCalls: [call] }
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { output } = item
      const parts = typeof output === 'string' ? [{ type: 'input_text', text: output } as const] : output
      const content = parts.flatMap((part, at) => decodePart(part, `${field}.output.${at}`))
      return { role: 'tool', content, toolCallId: item.call_id }
    }
    case 'reasoning': {
      const shown = (item.content.length > 0 ? item.content : item.summary).map((part) => part.text).join('')
      return { role: 'assistant', content: [], reasoning: unseal(item.encrypted_content ?? '') ?? shown }
    }
    case 'compaction':
      return { role: 'user', content: textPart(summaryOf(item.encrypted_content)) }
  }
}

/** What was sealed elsewhere can't be read: the model is told that there was something. */
function summaryOf(sealed: string): string {
  const summary = unseal(sealed)
  return summary === null
    ? 'The conversation before this was compacted, and its summary cannot be read here.'
    : `Summary of the conversation before this:\n${summary}`
}

function decodePart(part: MessagePart, param: string): readonly ContentPart[] {
  switch (part.type) {
    case 'input_image': {
      const image = { kind: 'image', source: part.image_url, param: `${param}.image_url` } as const
      return [attached({ ...image, ...longestSide(part.detail) })]
    }
    case 'input_audio':
      return [attached({ kind: 'audio', source: part.input_audio.data, param: `${param}.input_audio.data` })]
    case 'refusal':
      return textPart(part.refusal)
    default:
      return textPart(part.text)
  }
}

/** An empty text is no part. */
function textPart(text: string): readonly ContentPart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}
