import type { Tool, ToolChoice } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'

/** The tools of a request that the model may call, and those it may not, to be told of in a header. */
export interface ToolOffer {
  readonly tools: readonly Tool[]
  /** Of each of them, where its JSON Schema stands in the request. */
  readonly schemaPaths: readonly string[]
  readonly ignored: readonly string[]
}

/**
 * A call that must be made needs something to call. Throws `invalid_value` about `field` when the tool that was chosen
 * isn't among those offered, or when a call is required and none are.
 */
export function refuseUnknownTool(tools: readonly Tool[], choice: ToolChoice, field: string): void {
  if (typeof choice === 'object' && !tools.some((tool) => tool.name === choice.name)) {
    const reason = `\`${field}\` is ${JSON.stringify(choice.name.slice(0, 100))}, which is no function in \`tools\`.`
    throw new TrivetError('invalid_value', { reason }, field)
  }
  if (choice === 'required' && tools.length === 0) {
    const reason = `\`${field.split('.')[0]}\` requires a call, but \`tools\` has no function that can be called here.`
    throw new TrivetError('invalid_value', { reason }, 'tool_choice')
  }
}
