import type { ChatRequest, Tool, ToolChoice } from '../../core/chat.ts'
import { customTool, decodeGrammar } from '../fields/custom-tool.ts'
import { refuseUnknownTool, type ToolOffer } from '../fields/tool-offer.ts'
import type { ToolFields } from './tool-fields.ts'

export interface DecodedTools extends Pick<ChatRequest, 'tools' | 'toolChoice' | 'parallelToolCalls'> {
  readonly offer: ToolOffer
}

type GivenTool = NonNullable<ToolFields['tools']>[number]
type CustomFields = NonNullable<GivenTool['custom']>
type Named = { readonly type: 'function'; readonly function: Name } | { readonly type: 'custom'; readonly custom: Name }
interface Name {
  readonly name: string
}

/** Throws `invalid_value` when a call is asked for that can't be made, or a grammar can't be followed. */
export function decodeTools(fields: ToolFields): DecodedTools {
  const given = (fields.tools ?? []).map((tool, index) => ({ tool, path: `tools.${index}` }))
  const offered = given.flatMap(({ tool, path }) => decodeTool(tool, path))
  const ignored = given.flatMap(({ tool, path }) => (isOffered(tool) ? [] : [`${path}: ${tool.type}`]))
  const { kept, toolChoice } = chosen(
    fields.tool_choice ?? 'auto',
    offered.map(({ tool }) => tool),
  )
  const offer = offered.filter(({ tool }) => kept(tool))
  const tools = offer.map(({ tool }) => tool)
  return {
    tools,
    toolChoice,
    parallelToolCalls: fields.parallel_tool_calls ?? true,
    offer: { tools, schemaPaths: offer.map(({ schemaPath }) => schemaPath), ignored },
  }
}

/** A choice, and which of the tools it leaves. */
function chosen(
  choice: NonNullable<ToolFields['tool_choice']>,
  tools: readonly Tool[],
): { readonly kept: (tool: Tool) => boolean; readonly toolChoice: ToolChoice } {
  const all = () => true
  if (typeof choice === 'string') {
    refuseUnknownTool(tools, choice, 'tool_choice')
    return { kept: all, toolChoice: choice }
  }
  if (choice.type !== 'allowed_tools') {
    const toolChoice = { name: nameOf(choice) }
    refuseUnknownTool(tools, toolChoice, `tool_choice.${choice.type}.name`)
    return { kept: all, toolChoice }
  }
  const { mode, tools: allowed } = choice.allowed_tools
  allowed.forEach((one, index) => {
    refuseUnknownTool(tools, { name: nameOf(one) }, `tool_choice.allowed_tools.tools.${index}.${one.type}.name`)
  })
  const names = new Set(allowed.map(nameOf))
  return { kept: (tool) => names.has(tool.name), toolChoice: mode }
}

function nameOf(named: Named): string {
  return named.type === 'function' ? named.function.name : named.custom.name
}

function isOffered({ type }: GivenTool): boolean {
  return type === 'function' || type === 'custom'
}

function decodeTool(
  { type, function: given, custom }: GivenTool,
  path: string,
): readonly { readonly tool: Tool; readonly schemaPath: string }[] {
  if (type === 'custom' && custom) {
    return [{ tool: decodeCustom(custom, `${path}.custom`), schemaPath: `${path}.custom.format` }]
  }
  if (type !== 'function' || !given) return []
  const { name, description, parameters } = given
  const tool = { name, description: description ?? null, parameters: parameters ?? { type: 'object', properties: {} } }
  return [{ tool, schemaPath: `${path}.function.parameters` }]
}

function decodeCustom({ name, description, format }: CustomFields, path: string): Tool {
  const grammar = format?.type === 'grammar' ? format.grammar : null
  const input = grammar === null ? { type: 'text' as const } : decodeGrammar(grammar, `${path}.format.grammar`)
  return customTool(name, description ?? null, input)
}
