import { type ChatRequest, PLAIN_CHAT, type Reasoning, type ResponseFormat } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { checkedFormat } from '../checked-format.ts'
import { textOnly } from '../text-only.ts'
import { decodeMessages } from './decode-messages.ts'
import { decodeLimit, decodeSampling, decodeStops } from './options.ts'
import type { ChatFields, CommonFields, GenerateFields } from './request-schema.ts'

export function decodeChat(fields: ChatFields, model: string): ChatRequest {
  return {
    ...decodeCommon(fields, model),
    messages: decodeMessages(fields.messages ?? []),
    tools: (fields.tools ?? []).map(({ function: { name, description, parameters } }) => ({
      name,
      description: description ?? null,
      parameters: parameters ?? { type: 'object', properties: {} },
    })),
  }
}

/** A prompt is what a user says, after what the system says. */
export function decodeGenerate(fields: GenerateFields, model: string): ChatRequest {
  if (fields.images?.length) throw textOnly('image', 'images.0')
  const system = fields.system ? [{ role: 'system', content: fields.system } as const] : []
  const messages = decodeMessages([...system, { role: 'user', content: fields.prompt ?? '' }])
  return { ...decodeCommon(fields, model), messages }
}

/** The size of a context is decided when the model is loaded. Throws `unsupported_parameter` for a larger one. */
export function refuseLargerContext(open: OpenModel, fields: CommonFields): void {
  const wanted = fields.options?.num_ctx ?? null
  const has = open.capabilities.contextTokens
  if (wanted === null || wanted <= has) return
  const details = { parameter: 'options.num_ctx', where: `the model ${open.id} beyond its own`, neutral: `${has}` }
  throw new TrivetError('unsupported_parameter', details, 'options.num_ctx')
}

function decodeCommon(fields: CommonFields, model: string): ChatRequest {
  const options = fields.options ?? {}
  return {
    ...PLAIN_CHAT,
    model,
    messages: [],
    sampling: decodeSampling(options),
    maxTokens: decodeLimit(options),
    stop: decodeStops(options),
    responseFormat: checkedFormat(decodeFormat(fields.format), 'format'),
    reasoning: decodeThink(fields.think),
  }
}

function decodeFormat(format: CommonFields['format']): ResponseFormat {
  if (format === 'json') return { type: 'json', schema: null }
  return typeof format === 'object' && format !== null ? { type: 'json', schema: format } : { type: 'text' }
}

function decodeThink(think: CommonFields['think']): Reasoning {
  if (think === 'none') return { ...PLAIN_CHAT.reasoning, enabled: false }
  if (typeof think === 'string') return { ...PLAIN_CHAT.reasoning, enabled: true, effort: think }
  return { ...PLAIN_CHAT.reasoning, enabled: think ?? null }
}
