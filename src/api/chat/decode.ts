import { type ChatMessage, type ChatRequest, type ContentPart, PLAIN_CHAT, type ToolCall } from '../../core/chat.ts'
import { attached } from '../answering/attach.ts'
import { wrapInput } from '../fields/custom-tool.ts'
import { boundsUnheeded, decodeEngine } from '../fields/engine-fields.ts'
import { longestSide } from '../fields/media-fields.ts'
import { type NamedFiles, NO_FILES } from '../fields/named-files.ts'
import { decodeSampling } from '../fields/sampling-decode.ts'
import { decodeStop } from '../fields/stop.ts'
import type { WishPaths } from '../fields/unheeded.ts'
import { unsupportedPart } from '../fields/unsupported-part.ts'
import { verbosityUnheeded } from '../fields/verbosity.ts'
import { decodeWish } from '../fields/wish-fields.ts'
import { decodeFormat } from './decode-format.ts'
import { decodeReasoning, reasoningPaths } from './decode-reasoning.ts'
import { decodeTools } from './decode-tools.ts'
import type { MessageFields } from './message-schema.ts'
import type { ChatRequestFields } from './request-schema.ts'

/** A chat completion asked for, and how to deliver it. */
export interface ChatOrder {
  readonly request: ChatRequest
  readonly stream: boolean
  /** Tell how far the prompt has been read. */
  readonly showProgress: boolean
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
      messages: fields.messages.map((message, index) => decodeMessage(message, index, fields.image_max_length)),
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
    showProgress: fields.return_progress ?? false,
    includeUsage: fields.stream_options?.include_usage ?? false,
    ignored: [...offer.ignored, ...verbosityUnheeded(fields.verbosity, 'verbosity'), ...boundsUnheeded(fields)],
    paths: { stop: 'stop', schemaPaths: offer.schemaPaths, ...reasoningPaths(fields) },
  }
}

/** An empty text predicts nothing. */
function decodePrediction(prediction: ChatRequestFields['prediction']): string | null {
  const content = prediction?.content ?? ''
  return (typeof content === 'string' ? content : content.map(({ text }) => text).join('')) || null
}

function decodeMessage(message: MessageFields, index: number, maxLength?: number | null): ChatMessage {
  const content = (said: string | readonly Part[]) => decodeContent(said, `messages.${index}.content`, maxLength)
  switch (message.role) {
    case 'assistant': {
      const toolCalls = (message.tool_calls ?? []).map(decodeToolCall)
      return {
        role: message.role,
        content: content(message.content ?? message.refusal ?? []),
        ...named(message.name),
        ...thought(message.reasoning_content ?? message.reasoning),
        ...(toolCalls.length > 0 && { toolCalls }),
      }
    }
    case 'tool':
      return { role: message.role, content: content(message.content), toolCallId: message.tool_call_id }
    default:
      return { role: message.role, content: content(message.content), ...named(message.name) }
  }
}

type Part = Exclude<NonNullable<MessageFields['content']>, string>[number]

/**
 * An empty text is no part, so that null, "" and absence are one thing from here on. Throws
 * `unsupported_content_part_type` for a file.
 */
function decodeContent(
  content: string | readonly Part[],
  path: string,
  maxLength?: number | null,
): readonly ContentPart[] {
  const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return parts.flatMap((part, index) => decodePart(part, `${path}.${index}`, maxLength))
}

function decodePart(part: Part, path: string, maxLength?: number | null): readonly ContentPart[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }]
    case 'refusal':
      return part.refusal === '' ? [] : [{ type: 'text', text: part.refusal }]
    case 'image_url':
    case 'input_image': {
      const { url, detail } = typeof part.image_url === 'string' ? { url: part.image_url, ...part } : part.image_url
      const param = typeof part.image_url === 'string' ? `${path}.image_url` : `${path}.image_url.url`
      return [attached({ kind: 'image', source: url, param, ...longestSide(detail, maxLength) })]
    }
    case 'input_audio':
      return [attached({ kind: 'audio', source: part.input_audio.data, param: `${path}.input_audio.data` })]
    default:
      throw unsupportedPart(part.type, path)
  }
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
