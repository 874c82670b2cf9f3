import { inputPart } from '../../chat/grammar/index.ts'
import type { Tool, ToolInput } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'

/** A grammar of OpenAI's, as both of its APIs spell it. */
export interface GrammarFields {
  readonly syntax?: unknown
  readonly definition?: unknown
}

/** A custom tool takes text, not JSON. To the model it is a function of one argument, which holds the text. */
export function customTool(name: string, description: string | null, input: ToolInput): Tool {
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', ...described(input) } },
      required: ['input'],
      additionalProperties: false,
    },
    input,
  }
}

/** Throws `invalid_value` about what stands at `path`, also for a grammar that can't be followed. */
export function decodeGrammar({ syntax, definition }: GrammarFields, path: string): ToolInput {
  if (typeof definition !== 'string') throw new TrivetError('missing_field', { field: `${path}.definition` }, path)
  const input = inputOf(syntax, definition)
  if (input === null) {
    const reason = `\`${path}.syntax\` must be one of "lark", "regex".`
    throw new TrivetError('invalid_value', { reason }, `${path}.syntax`)
  }
  try {
    inputPart(input)
    return input
  } catch (refusal) {
    if (!(refusal instanceof TrivetError)) throw refusal
    throw new TrivetError(refusal.code, refusal.details, `${path}.definition`, { cause: refusal })
  }
}

/** The arguments of the function, for a call that the client knows by its text. */
export function wrapInput(input: string): string {
  return JSON.stringify({ input })
}

function inputOf(syntax: unknown, definition: string): ToolInput | null {
  if (syntax === 'lark') return { type: syntax, definition }
  return syntax === 'regex' ? { type: syntax, pattern: definition } : null
}

/** The engine holds the model to it in any case; a model that knows what is coming writes better. */
function described(input: ToolInput): { description?: string } {
  switch (input.type) {
    case 'text':
      return {}
    case 'lark':
      return { description: `Text that fits this Lark grammar:\n${input.definition}` }
    case 'regex':
      return { description: `Text that matches this regular expression: ${input.pattern}` }
  }
}
