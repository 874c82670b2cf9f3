import { type ChatMessage, type ChatRequest, type ContentPart, PLAIN_CHAT, type ToolCall } from '../../core/chat.ts'
import { wrapInput } from '../custom-tool.ts'
import { decodeEngine } from '../engine-fields.ts'
import { type NamedFiles, NO_FILES } from '../named-files.ts'
import { decodeSampling } from '../sampling-decode.ts'
import { decodeStop } from '../stop.ts'
import { textOnly } from '../text-only.ts'
import type { WishPaths } from '../unheeded.ts'
import { verbosityUnheeded } from '../verbosity.ts'
import { decodeWish } from '../wish-fields.ts'
import { decodeFormat } from './decode-format.ts'
import { decodeReasoning, reasoningPaths } from './decode-reasoning.ts'
import { decodeTools } from './decode-tools.ts'
import type { MessageFields } from './message-schema.ts'
import type { ChatRequestFields } from './request-schema.ts'

/** A chat completion asked for, and how to deliver it. */
export interface ChatOrder {
  readonly request: ChatRequest
  readonly stream: boolean
  /** End the stream with a chunk of usage. */
  readonly includeUsage: boolean
  /** Tools that can't be offered here, and other wishes that have no effect. */
  readonly ignored: readonly string[]
  readonly paths: WishPaths
}

/** Where two names of one field are both given, the one that OpenAI documents today wins. */
export function decodeChat(fields: ChatRequestFields, files: NamedFiles = NO_FILES): ChatOrder {
  const { offer, ...tools } = decodeTools(fields)
  return {
    request: {
      ...PLAIN_CHAT,
      model: fields.model,
      messages: fields.messages.map(decodeMessage),
      sampling: decodeSampling(fields),
      maxTokens: fields.max_completion_tokens ?? fields.max_tokens ?? null,
      stop: decodeStop(fields.stop),
      choices: fields.n ?? 1,
      minTokens: fields.min_tokens ?? 0,
      ignoreEos: fields.ignore_eos ?? false,
      prediction: decodePrediction(fields.prediction),
      truncation: fields.truncation ?? 'disabled',
      logprobs: fields.logprobs ? (fields.top_logprobs ?? 0) : null,
      responseFormat: decodeFormat(fields, files),
      ...tools,
      ...decodeReasoning(fields),
      ...decodeEngine(fields, files),
      wish: decodeWish(fields),
    },
    stream: fields.stream ?? false,
    includeUsage: fields.stream_options?.include_usage ?? false,
    ignored: [...offer.ignored, ...verbosityUnheeded(fields.verbosity, 'verbosity')],
    paths: { stop: 'stop', schemaPaths: offer.schemaPaths, ...reasoningPaths(fields) },
  }
}

/** An empty text predicts nothing. */
function decodePrediction(prediction: ChatRequestFields['prediction']): string | null {
  const content = prediction?.content ?? ''
  return (typeof content === 'string' ? content : content.map(({ text }) => text).join('')) || null
}

function decodeMessage(message: MessageFields, index: number): ChatMessage {
  const path = `messages.${index}.content`
  switch (message.role) {
    case 'assistant': {
      const toolCalls = (message.tool_calls ?? []).map(decodeToolCall)
      return {
        role: message.role,
        content: decodeContent(message.content ?? message.refusal ?? [], path),
        ...named(message.name),
        ...thought(message.reasoning_content ?? message.reasoning),
        ...(toolCalls.length > 0 && { toolCalls }),
      }
    }
    case 'tool':
      return { role: message.role, content: decodeContent(message.content, path), toolCallId: message.tool_call_id }
    default:
      return { role: message.role, content: decodeContent(message.content, path), ...named(message.name) }
  }
}

type Part = Exclude<NonNullable<MessageFields['content']>, string>[number]

/**
 * An empty text is no part, so that null, "" and absence are one thing from here on. Throws `invalid_value` for what is
 * no text.
 */
function decodeContent(content: string | readonly Part[], path: string): readonly ContentPart[] {
  const texts = typeof content === 'string' ? [content] : content.map((part, index) => textOf(part, `${path}.${index}`))
  return texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }))
}

function textOf(part: Part, path: string): string {
  if (part.type === 'text') return part.text
  if (part.type === 'refusal') return part.refusal
  throw textOnly(part.type.replace(/^input_|_url$/, ''), path)
}

type ToolCallFields = NonNullable<Extract<MessageFields, { role: 'assistant' }>['tool_calls']>[number]

function decodeToolCall(call: ToolCallFields): ToolCall {
  if (call.type === 'custom') return { id: call.id, name: call.custom.name, arguments: wrapInput(call.custom.input) }
  const { name, arguments: args } = call.function
  return { id: call.id, name, arguments: args || '{}' }
}

function thought(reasoning: string | null | undefined): { reasoning?: string } {
  return reasoning ? { reasoning } : {}
}

function named(name: string | null | undefined): { name?: string } {
  return typeof name === 'string' ? { name } : {}
}
