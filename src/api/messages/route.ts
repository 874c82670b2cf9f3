import { z } from 'zod'
import { answer } from '../answering/answer.ts'
import { withChosenModel } from '../answering/auto.ts'
import { blocks } from '../answering/blocks.ts'
import { countPrompt } from '../answering/count.ts'
import { primed } from '../answering/primed.ts'
import { type Call, type Endpoint, json, jsonDoc, type Reply } from '../endpoint.ts'
import { withDefaults } from '../fields/default-params.ts'
import { unheededFields } from '../fields/unheeded.ts'
import type { Services } from '../services.ts'
import { collectMessage } from './collect.ts'
import { decodeMessages, decodePrompt } from './decode.ts'
import { messageEvents } from './events.ts'
import { type CountFields, countRequestSchema, type MessagesFields, messagesRequestSchema } from './request-schema.ts'
import { countSchema, eventSchema, messageResponseSchema } from './response-schema.ts'

/** How Anthropic's clients ask for what is beta there; here it is the same. */
const betaQuery = z.object({ beta: z.string().optional().describe("`true`: as Anthropic's beta, which this is too.") })

const PATHS = { stop: 'stop_sequences', thinking: 'thinking', effort: 'output_config.effort' }

/** Anthropic's Messages API: what Claude Code and its relatives speak. */
export function messagesEndpoints(services: Services): readonly [Endpoint<MessagesFields>, Endpoint<CountFields>] {
  return [
    {
      method: 'POST',
      path: '/v1/messages',
      scope: 'inference',
      tag: 'Messages',
      summary: "Answer a conversation, in Anthropic's words",
      description:
        "Anthropic's clients work as they are: the headers `x-api-key`, `anthropic-version` and `anthropic-beta` and the " +
        'query `beta=true` are accepted. Tools that run at Anthropic are left out and named in `x-trivet-warnings`.',
      query: betaQuery,
      body: messagesRequestSchema,
      errors: 'anthropic',
      responses: {
        200: {
          description: 'The message, whole or as events.',
          content: { 'application/json': messageResponseSchema, 'text/event-stream': eventSchema },
        },
      },
      streams: ({ stream }) => (stream === true ? 'named' : null),
      handle: (call) => create(services, call),
    },
    {
      method: 'POST',
      path: '/v1/messages/count_tokens',
      scope: 'inference',
      tag: 'Messages',
      summary: 'Count the tokens of a conversation',
      query: betaQuery,
      body: countRequestSchema,
      errors: 'anthropic',
      responses: { 200: jsonDoc('The count.', countSchema) },
      handle: async ({ body, signal }) => {
        const { fields, headers } = withChosenModel(body, services)
        const { request, offer } = decodePrompt(fields)
        const input_tokens = await countPrompt(services.scheduler, request, signal)
        return { ...json({ input_tokens }), headers, ignored: offer.ignored }
      },
    },
  ]
}

/** Its `max_tokens` is required, and its thinking has a field of its own. */
const DEFAULT_NAMES = { max_tokens: null, enable_thinking: null, stop: 'stop_sequences' }

async function create(services: Services, { body, signal }: Call<MessagesFields>): Promise<Reply> {
  const { scheduler, newId } = services
  const { fields, headers: chosen } = withChosenModel(body, services)
  const { request, stream, offer, sealsThinking } = decodeMessages(withDefaults(fields, scheduler, DEFAULT_NAMES))
  const { events, unheeded, headers: told } = await answer(scheduler, request, signal, () => newId('toolu'))
  const headers = { ...chosen, ...told }
  const ignored = [...offer.ignored, ...unheededFields(unheeded, { ...PATHS, ...offer })]
  const envelope = { id: newId('msg'), model: request.model, sealsThinking }
  const said = blocks(events, 'messages', signal)
  if (!stream) return { ...json(await collectMessage(envelope, request.stop, said)), headers, ignored }
  const first = await primed(messageEvents(envelope, request.stop, said))
  return { kind: 'events', format: 'named', events: first, headers, ignored }
}
