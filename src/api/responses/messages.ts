import type { ChatMessage, ContentPart } from '../../core/chat.ts'
import { wrapInput } from '../custom-tool.ts'
import { joinNeighbours } from '../join-neighbours.ts'
import { unseal } from '../sealed.ts'
import type { Item, MessagePart } from './item.ts'

/**
 * Items as the messages of a conversation. What one turn of the assistant is made of — reasoning, text, calls — comes
 * as items of their own, and is one message.
 */
export function conversation(instructions: string | null, items: readonly Item[]): readonly ChatMessage[] {
  const system: readonly ChatMessage[] =
    instructions === null ? [] : [{ role: 'system', content: textParts([instructions]) }]
  return joinNeighbours([...system, ...items.map(messageOf)], (role) => role === 'assistant')
}

function messageOf(item: Item): ChatMessage {
  switch (item.type) {
    case 'message':
      return { role: item.role, content: textParts(item.content.map(partText)) }
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
      const texts = typeof item.output === 'string' ? [item.output] : item.output.map((part) => part.text)
      return { role: 'tool', content: textParts(texts), toolCallId: item.call_id }
    }
    case 'reasoning': {
      const shown = (item.content.length > 0 ? item.content : item.summary).map((part) => part.text).join('')
      return { role: 'assistant', content: [], reasoning: unseal(item.encrypted_content ?? '') ?? shown }
    }
    case 'compaction':
      return { role: 'user', content: textParts([summaryOf(item.encrypted_content)]) }
  }
}

/** What was sealed elsewhere can't be read: the model is told that there was something. */
function summaryOf(sealed: string): string {
  const summary = unseal(sealed)
  return summary === null
    ? 'The conversation before this was compacted, and its summary cannot be read here.'
    : `Summary of the conversation before this:\n${summary}`
}

function partText(part: MessagePart): string {
  return part.type === 'refusal' ? part.refusal : part.text
}

function textParts(texts: readonly string[]): readonly ContentPart[] {
  return texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }))
}
