import type { ChatMessage, ToolCall } from '../core/chat.ts'
import { parseAsPython } from './python-json.ts'

/** How a template reads messages. */
export interface MessageShape {
  /** Content as one text, as a list of parts, or as what it was: a list where there are several. */
  readonly content: 'text' | 'parts' | 'either'
  /** A call's arguments as an object, or as the JSON text that the model wrote. */
  readonly arguments: 'object' | 'text'
  /** Where it looks for what the assistant thought. */
  readonly reasoningKey: string
}

/** Names under which templates know reasoning, the commonest first. */
const REASONING_KEYS = ['reasoning_content', 'reasoning', 'thinking']

export function reasoningKey(source: string): string {
  const reads = (key: string) => new RegExp(`\\.${key}\\b|\\[['"]${key}['"]\\]|['"]${key}['"] in `).test(source)
  return REASONING_KEYS.find(reads) ?? 'reasoning_content'
}

/**
 * The message as templates know it: OpenAI's names, and never a null content, on which many of them fail.
 * @param suffix put at the end of its text
 */
export function templateMessage(message: ChatMessage, shape: MessageShape, suffix = ''): Record<string, unknown> {
  return {
    role: message.role,
    content: readsList(message, shape) ? parts(message, suffix) : text(message) + suffix,
    ...(message.reasoning !== undefined && { [shape.reasoningKey]: message.reasoning }),
    ...(message.name !== undefined && { name: message.name }),
    ...(message.toolCalls && { tool_calls: message.toolCalls.map((call) => templateToolCall(call, shape)) }),
    ...(message.toolCallId !== undefined && { tool_call_id: message.toolCallId }),
  }
}

function readsList({ content }: ChatMessage, shape: MessageShape): boolean {
  return shape.content === 'parts' || (shape.content === 'either' && content.length > 1)
}

/** The message's text, its parts a line each. */
export function text(message: ChatMessage): string {
  return message.content.map((part) => part.text).join('\n')
}

function parts({ content }: ChatMessage, suffix: string): readonly unknown[] {
  const last = content.length - 1
  return suffix === ''
    ? content
    : content.map((part, at) => (at === last ? { ...part, text: part.text + suffix } : part))
}

function templateToolCall(call: ToolCall, shape: MessageShape): unknown {
  const given = shape.arguments === 'object' ? parsedArguments(call.arguments) : call.arguments
  return { id: call.id, type: 'function', function: { name: call.name, arguments: given } }
}

/** Templates print arguments with `tojson` or walk them, so they want the object; text that is none stays text. */
function parsedArguments(json: string): unknown {
  if (json.trim() === '') return {}
  try {
    const value = parseAsPython(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : json
  } catch {
    return json
  }
}
