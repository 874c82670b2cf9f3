import type { ChatMessage, Tool, ToolCall } from '../../core/chat.ts'

/** The tools in JSON, the way OpenAI's API has them, one a line. */
export function toolsAsJson(tools: readonly Tool[]): readonly string[] {
  return tools.map(({ name, description, parameters }) =>
    JSON.stringify({
      type: 'function',
      function: {
        name,
        ...(description !== null && { description }),
        parameters: parameters ?? { type: 'object', properties: {} },
      },
    }),
  )
}

/** A call in JSON, as most formats have it. */
export function callAsJson({ name, arguments: args }: ToolCall): string {
  return `{"name": ${JSON.stringify(name)}, "arguments": ${args}}`
}

/** The conversation with these words added to what the system says first. */
export function withInstructions(messages: readonly ChatMessage[], words: string): readonly ChatMessage[] {
  const [first, ...others] = messages
  const part = { type: 'text', text: words } as const
  if (first?.role !== 'system' && first?.role !== 'developer') return [{ role: 'system', content: [part] }, ...messages]
  return [{ ...first, content: [...first.content, part] }, ...others]
}
