import type { Tool } from '../../core/chat.ts'
import { inputSchema } from '../grammar/index.ts'

/**
 * JSON Schema of what a tool is called with. What a custom tool says of it to the model only describes its text; this
 * holds it.
 */
export function argumentsSchema({ parameters, input }: Pick<Tool, 'parameters' | 'input'>): unknown {
  if (input === undefined) return parameters
  return {
    type: 'object',
    properties: { input: inputSchema(input) },
    required: ['input'],
    additionalProperties: false,
  }
}
