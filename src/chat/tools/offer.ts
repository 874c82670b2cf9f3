import type { ChatRequest } from '../../core/chat.ts'
import { type PromptRequest, renderPrompt, type TemplateModel, templateSource } from '../render.ts'
import type { CallRules } from './call-constraint.ts'
import { callableTools } from './callable.ts'
import { withInstructions } from './describe.ts'
import { toolFormatOf } from './detect.ts'
import type { ToolFormat } from './format.ts'
import { plain } from './formats/plain.ts'

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
  const native = toolFormatOf(templateSource(model, request))
  const shown = showsTools(model, request)
  const format = shown || native.describe ? native : plain
  const callable = callableTools(tools, format)
  return {
    request: shown ? request : { ...request, tools: [], messages: described(request, format) },
    rules: { format, tools: callable.tools, choice: toolChoice, parallel },
    unenforced: callable.unenforced,
  }
}

function described({ messages, tools }: ChatRequest, format: ToolFormat): ChatRequest['messages'] {
  const words = (format.describe ?? plain.describe)?.(tools)
  return words === undefined ? messages : withInstructions(messages, words)
}

/** Templates are as many as models, so what is known of each is kept. */
const known = new Map<string, boolean>()

/** Whether the template says anything of tools: asked by trying, because many name them and print nothing. */
function showsTools(model: TemplateModel, request: ChatRequest): boolean {
  const source = templateSource(model, request)
  const before = known.get(source)
  if (before !== undefined) return before
  const shows = printsProbe(model, request)
  known.set(source, shows)
  return shows
}

const PROBE = 'probe_of_tools'

function printsProbe(model: TemplateModel, request: ChatRequest): boolean {
  const tool = { name: PROBE, description: '', parameters: { type: 'object', properties: {} } }
  const messages: ChatRequest['messages'] = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
  try {
    return renderPrompt(model, { ...request, messages, tools: [tool], toolChoice: 'auto' }).text.includes(PROBE)
  } catch {
    return false
  }
}
