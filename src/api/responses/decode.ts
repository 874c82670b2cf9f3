import type { ResponsesContract } from '../../contracts/responses.ts'
import { type ChatRequest, PLAIN_CHAT, type Reasoning, type ResponseFormat } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import { checkedFormat } from '../answering/checked-format.ts'
import { decodeSampling } from '../fields/sampling-decode.ts'
import { decodeStop } from '../fields/stop.ts'
import { verbosityUnheeded } from '../fields/verbosity.ts'
import type { Item } from './item.ts'
import { conversation } from './messages.ts'
import type { PromptFields, ResponseFields } from './request-schema.ts'
import { decodeTools, type Tools } from './tools.ts'

/** Values of `include` that ask for something. Those about tools that run at OpenAI ask for nothing here. */
const LOGPROBS = 'message.output_text.logprobs'
const SEALED_REASONING = 'reasoning.encrypted_content'

/** A response asked for, and how to deliver it. */
export interface ResponseOrder {
  readonly request: ChatRequest
  readonly fields: ResponseFields
  /** What it is made from: the items of the responses before it, then its own. */
  readonly context: readonly Item[]
  readonly store: boolean
  readonly background: boolean
  /** Hand the reasoning over in a form that can be handed back. */
  readonly sealReasoning: boolean
  /** Events tell how far the prompt has been read. */
  readonly showProgress: boolean
  readonly offer: Tools
}

export function decodeResponse(
  fields: ResponseFields,
  context: readonly Item[],
  contract: ResponsesContract,
): ResponseOrder {
  const { request, offer } = decodePrompt(fields, context, contract)
  const include = fields.include ?? []
  return {
    request: {
      ...request,
      sampling: decodeSampling(fields),
      maxTokens: fields.max_output_tokens ?? null,
      stop: decodeStop(fields.stop),
      logprobs: include.includes(LOGPROBS) || fields.top_logprobs ? (fields.top_logprobs ?? 0) : null,
    },
    fields,
    context,
    store: fields.store ?? true,
    background: fields.background ?? false,
    sealReasoning: include.includes(SEALED_REASONING),
    showProgress: fields.return_progress ?? false,
    offer,
  }
}

/** The part of a request that its prompt follows from. */
export function decodePrompt(
  fields: PromptFields,
  context: readonly Item[],
  contract: ResponsesContract,
): { readonly request: ChatRequest; readonly offer: Tools } {
  const offer = decodeTools(fields.tools ?? [], fields.tool_choice ?? 'auto', contract)
  const own = typeof fields.input === 'string' ? 1 : (fields.input?.length ?? 0)
  const messages = conversation(fields.instructions || null, context, context.length - own)
  if (messages.length === 0) throw new TrivetError('missing_field', { field: 'input' }, 'input')
  const request: ChatRequest = {
    ...PLAIN_CHAT,
    model: fields.model,
    messages,
    tools: offer.tools,
    toolChoice: offer.toolChoice,
    parallelToolCalls: fields.parallel_tool_calls ?? true,
    responseFormat: checkedFormat(decodeFormat(fields.text?.format), 'text.format'),
    reasoning: {
      ...decodeReasoning(fields.reasoning?.effort),
      format: contract.reasoning === 'inline' ? 'none' : 'separate',
    },
    truncation: fields.truncation ?? 'disabled',
  }
  const ignored = [...offer.ignored, ...verbosityUnheeded(fields.text?.verbosity, 'text.verbosity')]
  return { request, offer: { ...offer, ignored } }
}

type FormatFields = NonNullable<PromptFields['text']>['format']

function decodeFormat(format: FormatFields): ResponseFormat {
  switch (format?.type) {
    case 'json_object':
      return { type: 'json', schema: null }
    case 'json_schema':
      return { type: 'json', schema: format.schema }
    default:
      return { type: 'text' }
  }
}

function decodeReasoning(effort: string | null | undefined): Reasoning {
  if (effort === 'none') return { ...PLAIN_CHAT.reasoning, enabled: false }
  return { ...PLAIN_CHAT.reasoning, effort: effort ?? null }
}
