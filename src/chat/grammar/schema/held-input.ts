import type { ToolInput } from '../../../core/chat.ts'

/** A keyword of Trivet's own: a string that is the text of a custom tool. It stands alone. */
export const INPUT_KEYWORD = 'x-trivet-input'

/** Its value. No schema that a client sends has one, for it is no JSON: there the keyword is an annotation. */
export class HeldInput {
  readonly input: ToolInput

  constructor(input: ToolInput) {
    this.input = input
  }
}

/** The schema of a string that looks like this. */
export function inputSchema(input: ToolInput): Record<string, unknown> {
  return input.type === 'text' ? { type: 'string' } : { type: 'string', [INPUT_KEYWORD]: new HeldInput(input) }
}
