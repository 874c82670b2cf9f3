import type { ResponsesContract } from '../../contracts/responses.ts'
import type { Tool, ToolChoice, ToolInput } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import { customTool, decodeGrammar } from '../fields/custom-tool.ts'
import { refuseUnknownTool, type ToolOffer } from '../fields/tool-offer.ts'
import type { ToolChoiceFields, ToolFields } from './tool-schema.ts'

/** What the model may call and must, and what was left out. */
export interface Tools extends ToolOffer {
  readonly toolChoice: ToolChoice
}

/**
 * Functions and custom tools are offered. Other kinds would have to run at OpenAI: they are refused by name, or left out
 * when the contract says so and nothing has to be called. Throws `invalid_value`.
 */
export function decodeTools(
  fields: readonly ToolFields[],
  choiceFields: ToolChoiceFields,
  contract: ResponsesContract,
): Tools {
  const named = fields.map((tool, index) => ({
    tool: callable(tool, `tools.${index}`),
    path: `tools.${index}`,
    type: tool.type,
  }))
  const foreign = named.filter(({ tool }) => tool === null)
  const [first] = foreign
  const mayGoWithout = contract.foreignTools === 'skip' && (choiceFields === 'auto' || choiceFields === 'none')
  if (first && !mayGoWithout) throw notHere(first.type, first.path)
  const { allowed, toolChoice } = chosen(choiceFields)
  const offered = named.flatMap(({ tool, ...rest }) => (tool && allowed(tool.name) ? { tool, ...rest } : []))
  const tools = offered.map(({ tool }) => tool)
  refuseUnknownTool(tools, toolChoice, 'tool_choice.name')
  return {
    tools,
    toolChoice,
    schemaPaths: offered.map(({ path, type }) => `${path}.${type === 'custom' ? 'format' : 'parameters'}`),
    ignored: foreign.map(({ path, type }) => `${path}: ${type}`),
  }
}

function callable(tool: ToolFields, path: string): Tool | null {
  if (tool.type === 'custom') {
    return customTool(tool.name ?? '', tool.description ?? null, decodeInput(tool.format, `${path}.format`))
  }
  if (tool.type !== 'function') return null
  const { name, description, parameters } = tool.function ?? tool
  return {
    name: name ?? '',
    description: description ?? null,
    parameters: parameters ?? { type: 'object', properties: {} },
  }
}

function decodeInput(format: ToolFields['format'], path: string): ToolInput {
  switch (format?.type ?? 'text') {
    case 'text':
      return { type: 'text' }
    case 'grammar':
      return decodeGrammar({ ...format }, path)
    default: {
      const reason = `\`${path}.type\` must be one of "text", "grammar".`
      throw new TrivetError('invalid_value', { reason }, `${path}.type`)
    }
  }
}

/** `allowed_tools` narrows what is offered; the rest of the words are those of chat completions. */
function chosen(choice: ToolChoiceFields): { allowed: (name: string) => boolean; toolChoice: ToolChoice } {
  const everything = () => true
  if (typeof choice === 'string') return { allowed: everything, toolChoice: choice }
  const name = choice.name ?? choice.function?.name
  if ((choice.type === 'function' || choice.type === 'custom') && name)
    return { allowed: everything, toolChoice: { name } }
  if (choice.type !== 'allowed_tools') throw notHere(choice.type, 'tool_choice')
  const names = new Set(choice.tools?.map((tool) => tool.name))
  return { allowed: (tool) => names.has(tool), toolChoice: choice.mode ?? 'auto' }
}

function notHere(type: string, path: string): TrivetError {
  const reason = `\`${path}\` is a tool of the type ${JSON.stringify(type)}, and only functions and custom tools can be called here.`
  return new TrivetError('invalid_value', { reason }, path)
}
