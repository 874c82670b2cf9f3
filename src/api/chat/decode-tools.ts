import type { ChatRequest, Tool, ToolChoice } from '../../core/chat.ts'
import { refuseUnknownTool } from '../tool-offer.ts'
import type { ToolFields } from './tool-fields.ts'

export interface DecodedTools extends Pick<ChatRequest, 'tools' | 'toolChoice' | 'parallelToolCalls'> {
  /** Tools that can't be offered here. */
  readonly ignored: readonly string[]
}

/** Throws `invalid_value` when a call is asked for that can't be made. */
export function decodeTools(fields: ToolFields): DecodedTools {
  const given = fields.tools ?? []
  const tools = given.flatMap(decodeTool)
  const choice = fields.tool_choice ?? 'auto'
  const ignored = given.flatMap((tool, index) => (tool.type === 'function' ? [] : [`tools.${index}: ${tool.type}`]))
  const parallelToolCalls = fields.parallel_tool_calls ?? true
  if (typeof choice === 'object' && choice.type === 'allowed_tools') {
    const { mode, tools: allowed } = choice.allowed_tools
    allowed.forEach(({ function: { name } }, index) => {
      refuseUnknownTool(tools, { name }, `tool_choice.allowed_tools.tools.${index}.function.name`)
    })
    const kept = tools.filter((tool) => allowed.some((one) => one.function.name === tool.name))
    return { tools: kept, toolChoice: mode, parallelToolCalls, ignored }
  }
  const toolChoice: ToolChoice = typeof choice === 'object' ? { name: choice.function.name } : choice
  refuseUnknownTool(tools, toolChoice, typeof choice === 'object' ? 'tool_choice.function.name' : 'tool_choice')
  return { tools, toolChoice, parallelToolCalls, ignored }
}

function decodeTool({ type, function: given }: NonNullable<ToolFields['tools']>[number]): readonly Tool[] {
  if (type !== 'function' || !given) return []
  const { name, description, parameters } = given
  return [{ name, description: description ?? null, parameters: parameters ?? { type: 'object', properties: {} } }]
}
