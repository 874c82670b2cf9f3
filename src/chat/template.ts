import { Template } from '@huggingface/jinja'
import type { ChatMessage, ToolCall } from '../core/chat.ts'

/** How a template reads a message's content: as one string, or as a list of parts. */
export type ContentShape = 'string' | 'parts'

/** A chat template, ready to render. */
export interface ChatTemplate {
  readonly source: string
  /** Throws whatever the template raises. */
  render(messages: readonly ChatMessage[], variables: TemplateVariables): string
}

export interface TemplateVariables {
  readonly bos_token: string
  readonly eos_token: string
  readonly tools?: readonly unknown[]
}

/** Parsing costs milliseconds and a model is asked thousands of times; sources are as many as models, so all are kept. */
const compiled = new Map<string, ChatTemplate>()

/** The template of this Jinja source, parsed once. Throws when it doesn't parse. */
export function compileTemplate(source: string): ChatTemplate {
  const known = compiled.get(source)
  if (known) return known
  const jinja = new Template(source)
  const shape = contentShape(jinja)
  const template: ChatTemplate = {
    source,
    render: (messages, variables) =>
      jinja.render({
        ...variables,
        messages: messages.map((message) => templateMessage(message, shape)),
        add_generation_prompt: true,
      }),
  }
  compiled.set(source, template)
  return template
}

/** Asks the template itself: a text that comes back out was read. Strings are what most expect, so they win. */
function contentShape(jinja: Template): ContentShape {
  const probe = 'content shape probe'
  const reads = (content: unknown): boolean => {
    try {
      const messages = [{ role: 'user', content }]
      return jinja.render({ messages, bos_token: '', eos_token: '', tools: [] }).includes(probe)
    } catch {
      return false
    }
  }
  return !reads(probe) && reads([{ type: 'text', text: probe }]) ? 'parts' : 'string'
}

/** The message as templates know it: OpenAI's names, and never a null content, on which many of them fail. */
function templateMessage(message: ChatMessage, shape: ContentShape): Record<string, unknown> {
  return {
    role: message.role,
    content: shape === 'parts' ? message.content : message.content.map((part) => part.text).join('\n'),
    ...(message.name !== undefined && { name: message.name }),
    ...(message.toolCalls && { tool_calls: message.toolCalls.map(templateToolCall) }),
    ...(message.toolCallId !== undefined && { tool_call_id: message.toolCallId }),
  }
}

function templateToolCall(call: ToolCall): unknown {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: parsedArguments(call.arguments) } }
}

/** Templates print arguments with `tojson` or walk them, so they want the object; text that is none stays text. */
function parsedArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : text
  } catch {
    return text
  }
}
