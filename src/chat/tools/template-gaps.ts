import { type ChatMessage, PLAIN_CHAT, type ToolCall } from '../../core/chat.ts'
import { renderPrompt, type TemplateModel } from '../render.ts'
import type { ToolFormat } from './format.ts'
import { plain } from './formats/plain.ts'

/** What of a conversation with tools a template leaves out. */
export interface TemplateGaps {
  readonly tools: boolean
  readonly calls: boolean
  readonly results: boolean
}

const PROBE = { tool: 'probe_of_tools', argument: 'probe_of_calls', result: 'probe_of_results' }

/** Templates are as many as models, so what is known of each is kept. */
const known = new Map<string, TemplateGaps>()

/** Asked by trying, because many templates name what they then don't print. @param source the model's for tools */
export function gapsOf(model: TemplateModel, source: string): TemplateGaps {
  const before = known.get(source)
  if (before) return before
  const told = probed(model, [said('user', 'Hello')])
  const whole = probed(model, [
    said('user', 'Hello'),
    { role: 'assistant', content: [], toolCalls: [probeCall()] },
    { ...said('tool', PROBE.result), toolCallId: 'probe0001' },
  ])
  const gaps = {
    tools: !told?.includes(PROBE.tool),
    calls: whole !== null && !whole.includes(PROBE.argument),
    results: whole !== null && !whole.includes(PROBE.result),
  }
  known.set(source, gaps)
  return gaps
}

function probed(model: TemplateModel, messages: readonly ChatMessage[]): string | null {
  const tool = { name: PROBE.tool, description: '', parameters: { type: 'object', properties: {} } }
  try {
    return renderPrompt(model, { ...PLAIN_CHAT, messages, tools: [tool] }).text
  } catch {
    return null
  }
}

function probeCall(): ToolCall {
  return { id: 'probe0001', name: 'called', arguments: JSON.stringify({ value: PROBE.argument }) }
}

function said(role: ChatMessage['role'], text: string): ChatMessage {
  return { role, content: [{ type: 'text', text }] }
}

/** The conversation with words in place of the calls and results that the template would leave out. */
export function withGapsFilled(
  messages: readonly ChatMessage[],
  format: ToolFormat,
  { calls, results }: TemplateGaps,
): readonly ChatMessage[] {
  const names = new Map(messages.flatMap(({ toolCalls }) => (toolCalls ?? []).map(({ id, name }) => [id, name])))
  return messages.map((message) => {
    if (calls && message.toolCalls) return spelled(message, format)
    if (results && message.role === 'tool') return asUser(message, names.get(message.toolCallId ?? '') ?? 'the call')
    return message
  })
}

function spelled({ toolCalls, ...message }: ChatMessage, format: ToolFormat): ChatMessage {
  const text = (format.spell ?? plain.spell)(toolCalls ?? [])
  return { ...message, content: [...message.content, { type: 'text', text }] }
}

function asUser({ content }: ChatMessage, name: string): ChatMessage {
  const text = content.map((part) => part.text).join('\n')
  return said('user', `Result of ${name}:\n${text}`)
}
