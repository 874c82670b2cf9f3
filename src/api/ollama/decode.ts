import { type ChatRequest, PLAIN_CHAT, type Reasoning, type ResponseFormat } from '../../core/chat.ts'
import type { Wish } from '../../core/wish.ts'
import { checkedFormat } from '../answering/checked-format.ts'
import { decodeWish as commonWish } from '../fields/wish-fields.ts'
import { decodeMessages, images } from './decode-messages.ts'
import { assumedIn, decodeLimit, decodeSampling, decodeStops } from './options.ts'
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
  const system = fields.system ? [{ role: 'system', content: fields.system } as const] : []
  const messages = decodeMessages([...system, { role: 'user', content: fields.prompt ?? '' }])
  const pictures = images(fields.images, 'images')
  const asked = messages.map((message) =>
    message.role === 'user' ? { ...message, content: [...pictures, ...message.content] } : message,
  )
  return { ...decodeCommon(fields, model), messages: asked }
}

/**
 * What a request wants of the model's placement. Too large a context is cut to what the model was trained for, as Ollama
 * does. Throws `invalid_value` about `keep_alive`.
 */
export function decodeWish({ keep_alive, options }: Pick<CommonFields, 'keep_alive' | 'options'>): Wish {
  const wish = commonWish({ keep_alive, nctx: options?.num_ctx })
  return wish.contextTokens === undefined ? wish : { ...wish, contextCapped: true }
}

function decodeCommon(fields: CommonFields, model: string): ChatRequest {
  const options = fields.options ?? {}
  return {
    ...PLAIN_CHAT,
    model,
    messages: [],
    sampling: decodeSampling(options),
    assumed: assumedIn(options),
    maxTokens: decodeLimit(options),
    stop: decodeStops(options),
    responseFormat: checkedFormat(decodeFormat(fields.format), 'format'),
    reasoning: decodeThink(fields.think),
    wish: decodeWish(fields),
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
