import type { Tool } from '../../core/chat.ts'

/** A custom tool takes text, not JSON. To the model it is a function of one argument, which holds the text. */
export function customTool(name: string, description: string | null): Tool {
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
      additionalProperties: false,
    },
  }
}

/** The arguments of the function, for a call that the client knows by its text. */
export function wrapInput(input: string): string {
  return JSON.stringify({ input })
}

/** The text in the arguments; what was cut before it was whole JSON stays as the model wrote it. */
export function unwrapInput(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && 'input' in value) return String(value.input)
  } catch {
    // Cut in the middle.
  }
  return text
}
