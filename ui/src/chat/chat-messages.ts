import type { Turn } from '../api/chats.ts'
import { type Item, type Part, textOf } from '../api/items.ts'
import { readTools } from './request-of.ts'

interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly [field: string]: unknown
}

/** The same conversation as chat completions take it, each message with the turn that it comes from. */
export function chatMessages(
  instructions: string,
  path: readonly Turn[],
  { withThoughts = false } = {},
): readonly { readonly message: Message; readonly turn: string | null }[] {
  const system = { message: { role: 'system', content: instructions } as const, turn: null }
  const turns = path.flatMap((turn) => messagesOf(turn, withThoughts).map((message) => ({ message, turn: turn.id })))
  return instructions.trim() === '' ? turns : [system, ...turns]
}

function messagesOf({ role, items }: Turn, withThoughts: boolean): readonly Message[] {
  if (role === 'user') return items.flatMap(userMessage)
  const [content, thoughts] = (['message', 'reasoning'] as const).map((type) =>
    items.map((item) => (item.type === type ? textOf(item) : '')).join(''),
  )
  const calls = items.flatMap((item) =>
    item.type === 'function_call'
      ? [{ id: item.call_id, type: 'function', function: { name: item.name, arguments: item.arguments } }]
      : [],
  )
  if (content === '' && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content,
      ...(withThoughts && thoughts && { reasoning_content: thoughts }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ]
}

function userMessage(item: Item): readonly Message[] {
  if (item.type === 'function_call_output') return [{ role: 'tool', tool_call_id: item.call_id, content: item.output }]
  if (item.type !== 'message') return []
  const onlyText = item.content.every((part) => 'text' in part)
  return [{ role: 'user', content: onlyText ? textOf(item) : item.content.map(chatPart) }]
}

function chatPart(part: Part): object {
  switch (part.type) {
    case 'input_image':
      return { type: 'image_url', image_url: { url: part.image_url } }
    case 'input_audio':
      return part
    default:
      return { type: 'text', text: part.text }
  }
}

/** Tools as chat completions take them. What isn't JSON yet counts for nothing. */
export function chatTools(text: string): { readonly tools?: readonly object[] } {
  try {
    const tools = readTools(text)
    return tools.length === 0 ? {} : { tools: tools.map(chatTool) }
  } catch {
    return {}
  }
}

function chatTool(tool: object): object {
  const { type, ...rest } = tool as Readonly<Record<string, unknown>>
  if (type !== 'function' || 'function' in rest) return tool
  return { type, function: rest }
}
