import type { ChatMessage, ChatRequest, ContentPart, ResponseFormat, Tool } from '../../../core/chat.ts'
import type { Dialect } from './dialect.ts'
import type { RemoteModel } from './endpoint.ts'
import type { Images } from './images.ts'
import { limitFields, refuse, samplingFields, under } from './parameters.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The body of a chat completion, streamed with its usage. Throws `unsupported_parameter` for what can't be passed on.
 * @param images that stand in the messages under their marks
 */
export function chatBody(request: ChatRequest, { id: model }: RemoteModel, dialect: Dialect, images: Images): Fields {
  return {
    model,
    messages: request.messages.map((message) => messageFields(message, images)),
    stream: true,
    stream_options: { include_usage: true },
    ...samplingFields(request.sampling, dialect),
    ...limitFields(request, dialect),
    ...(request.stop.length > 0 && { stop: request.stop }),
    ...(request.logprobs !== null && {
      logprobs: true,
      ...(request.logprobs > 0 && { top_logprobs: request.logprobs }),
    }),
    ...toolFields(request),
    ...formatFields(model, request.responseFormat, dialect),
    ...thinkingFields(model, request, dialect),
  }
}

function messageFields(
  { role, content, reasoning, name, toolCalls = [], toolCallId }: ChatMessage,
  images: Images,
): Fields {
  const [only, ...more] = content
  const plain = more.length === 0 && !images.has(only?.text ?? '')
  return {
    role,
    content: plain
      ? (only?.text ?? emptyContent(role, toolCalls.length))
      : content.map((part) => partFields(part, images)),
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(name !== undefined && { name }),
    ...(toolCalls.length > 0 && {
      tool_calls: toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  }
}

function partFields({ type, text }: ContentPart, images: Images): Fields {
  const url = images.get(text)
  return url === undefined ? { type, text } : { type: 'image_url', image_url: { url } }
}

/** Who only calls says nothing. */
function emptyContent(role: ChatMessage['role'], calls: number): string | null {
  return role === 'assistant' && calls > 0 ? null : ''
}

function toolFields({ tools, toolChoice, parallelToolCalls }: ChatRequest): Fields {
  if (tools.length === 0) return {}
  const choice = typeof toolChoice === 'string' ? toolChoice : { type: 'function', function: toolChoice }
  return {
    tools: tools.map(toolField),
    tool_choice: choice,
    ...(!parallelToolCalls && { parallel_tool_calls: false }),
  }
}

function toolField({ name, description, parameters }: Tool): Fields {
  return { type: 'function', function: { name, ...(description !== null && { description }), parameters } }
}

function formatFields(model: string, format: ResponseFormat, { grammar, regex, choice }: Dialect): Fields {
  switch (format.type) {
    case 'text':
      return {}
    case 'json':
      return format.schema === null
        ? { response_format: { type: 'json_object' } }
        : {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'answer', strict: true, schema: format.schema },
            },
          }
    case 'grammar':
      return grammar === null ? refuse(model, 'grammar', 'null') : under(grammar, format.gbnf)
    case 'regex':
      return regex === null ? refuse(model, 'structured_outputs.regex', 'null') : under(regex, format.pattern)
    case 'choice':
      return choice === null ? refuse(model, 'structured_outputs.choice', 'null') : under(choice, format.options)
  }
}

function thinkingFields(model: string, { reasoning, templateVariables }: ChatRequest, dialect: Dialect): Fields {
  const { enabled, effort, budgetTokens, budgetField = 'thinking_budget_tokens' } = reasoning
  if (budgetTokens !== null) return refuse(model, budgetField, 'null')
  const variables = { ...templateVariables, ...(enabled !== null && { enable_thinking: enabled }) }
  const wanted = Object.keys(variables).length > 0
  if (wanted && !dialect.templateVariables) return refuse(model, Object.keys(variables).join(', '), 'null')
  return {
    ...(wanted && { chat_template_kwargs: variables }),
    ...(effort !== null && { reasoning_effort: effort }),
  }
}
