import type { ChatRequest } from '../../core/chat.ts'
import { type PromptRequest, type TemplateModel, templateSource } from '../render.ts'
import type { CallRules } from './call-constraint.ts'
import { callableTools } from './callable.ts'
import { withInstructions } from './describe.ts'
import { toolFormatOf } from './detect.ts'
import type { ToolFormat } from './format.ts'
import { plain } from './formats/plain.ts'
import { gapsOf, withGapsFilled } from './template-gaps.ts'

/** The tools of a request, as a model is offered them. */
export interface Offer {
  /** To be rendered: with the tools as the template wants them. */
  readonly request: PromptRequest
  readonly rules: CallRules
  /** Tools, by index, whose schema can't be enforced: any JSON object will do for arguments. */
  readonly unenforced: readonly number[]
}

/** `null` when nothing may be called; the model then isn't told of the tools either. */
export function offerTools(model: TemplateModel, request: ChatRequest): Offer | null {
  const { tools, toolChoice, parallelToolCalls: parallel } = request
  if (tools.length === 0 || toolChoice === 'none') return null
  const source = templateSource(model, request)
  const gaps = gapsOf(model, source)
  const native = toolFormatOf(source)
  const format = !gaps.tools || native.describe ? native : plain
  const callable = callableTools(tools, format)
  const messages = withGapsFilled(request.messages, format, gaps)
  return {
    request: gaps.tools
      ? { ...request, tools: [], messages: described(messages, tools, format) }
      : { ...request, messages },
    rules: { format, tools: callable.tools, choice: toolChoice, parallel },
    unenforced: callable.unenforced,
  }
}

function described(messages: ChatRequest['messages'], tools: ChatRequest['tools'], format: ToolFormat) {
  return withInstructions(messages, (format.describe ?? plain.describe)(tools))
}
