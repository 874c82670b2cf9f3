import { type ChatRequest, PLAIN_CHAT, type Reasoning, type ToolChoice } from '../../core/chat.ts'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import { checkedFormat } from '../answering/checked-format.ts'
import { refuseUnknownTool, type ToolOffer } from '../fields/tool-offer.ts'
import { decodeMessage, decodeSystem } from './decode-content.ts'
import type { CountFields, MessagesFields, ToolFields } from './request-schema.ts'

/** A message asked for, and how to deliver it. */
export interface MessageOrder {
  readonly request: ChatRequest
  readonly stream: boolean
  /** Hand the thinking over without showing it. */
  readonly sealsThinking: boolean
  readonly offer: ToolOffer
}

/** Throws `invalid_value` for content that isn't text and for a choice of a tool that can't be offered. */
export function decodeMessages(fields: MessagesFields): MessageOrder {
  const { request, offer } = decodePrompt(fields)
  return {
    request: {
      ...request,
      sampling: {
        ...NEUTRAL_SAMPLING,
        temperature: fields.temperature ?? NEUTRAL_SAMPLING.temperature,
        topP: fields.top_p ?? NEUTRAL_SAMPLING.topP,
        topK: fields.top_k ?? NEUTRAL_SAMPLING.topK,
      },
      maxTokens: fields.max_tokens,
      stop: [...new Set(fields.stop_sequences ?? [])].filter((text) => text !== ''),
    },
    stream: fields.stream ?? false,
    sealsThinking: isHidden(fields.thinking),
    offer,
  }
}

/** The part of a request that its prompt follows from. */
export function decodePrompt(fields: CountFields): { request: ChatRequest; offer: ToolOffer } {
  const offer = decodeTools(fields.tools ?? [])
  const toolChoice = decodeToolChoice(fields.tool_choice)
  refuseUnknownTool(offer.tools, toolChoice, 'tool_choice.name')
  const format = fields.output_config?.format ?? fields.output_format
  const field = fields.output_config?.format ? 'output_config.format' : 'output_format'
  const request: ChatRequest = {
    ...PLAIN_CHAT,
    model: fields.model,
    messages: [
      ...decodeSystem(fields.system ?? ''),
      ...fields.messages.flatMap((message, index) => decodeMessage(message, `messages.${index}`)),
    ],
    tools: offer.tools,
    toolChoice,
    parallelToolCalls: !(fields.tool_choice && 'disable_parallel_tool_use' in fields.tool_choice
      ? fields.tool_choice.disable_parallel_tool_use
      : false),
    reasoning: decodeThinking(fields),
    responseFormat: format ? checkedFormat({ type: 'json', schema: format.schema }, field) : { type: 'text' },
  }
  return { request, offer }
}

/** Tools that run at Anthropic can't be offered here. */
function decodeTools(fields: readonly ToolFields[]): ToolOffer {
  const named = fields.map((tool, index) => ({ tool, path: `tools.${index}` }))
  const here = named.filter(({ tool }) => (tool.type ?? 'custom') === 'custom')
  return {
    tools: here.map(({ tool }) => ({
      name: tool.name,
      description: tool.description ?? null,
      parameters: tool.input_schema ?? { type: 'object', properties: {} },
    })),
    schemaPaths: here.map(({ path }) => `${path}.input_schema`),
    ignored: named.flatMap((each) => (here.includes(each) ? [] : [`${each.path}: ${each.tool.type}`])),
  }
}

function decodeToolChoice(choice: CountFields['tool_choice']): ToolChoice {
  switch (choice?.type) {
    case 'any':
      return 'required'
    case 'tool':
      return { name: choice.name }
    case 'none':
      return 'none'
    default:
      return 'auto'
  }
}

function isHidden(thinking: MessagesFields['thinking']): boolean {
  return thinking?.type !== 'disabled' && thinking?.display === 'omitted'
}

function decodeThinking({ thinking, output_config }: CountFields): Reasoning {
  return {
    ...PLAIN_CHAT.reasoning,
    enabled: thinking ? thinking.type !== 'disabled' : null,
    effort: output_config?.effort ?? null,
    budgetTokens: thinking?.type === 'enabled' ? (thinking.budget_tokens ?? null) : null,
    budgetField: 'thinking.budget_tokens',
  }
}
