import { countPrompt } from '../count.ts'
import { withDefaults } from '../default-params.ts'
import { type Call, type Endpoint, json, type Reply } from '../endpoint.ts'
import { primed } from '../primed.ts'
import type { Services } from '../services.ts'
import { compact } from './compact.ts'
import { decodePrompt, decodeResponse } from './decode.ts'
import { DEFAULT_NAMES } from './default-names.ts'
import { collected, delivered } from './deliver.ts'
import type { ResponseDesk } from './desk.ts'
import { contextOf } from './intake.ts'
import {
  type CompactFields,
  compactRequestSchema,
  countRequestSchema,
  type PromptFields,
  type ResponseFields,
  responseRequestSchema,
} from './request-schema.ts'
import { compactedSchema, countSchema, eventSchema, responseSchema } from './response-schema.ts'
import { ResponseSession } from './session.ts'

/** Making responses, and what is done with their input alone. */
export function creationEndpoints(
  services: Services,
  desk: ResponseDesk,
): readonly [Endpoint<ResponseFields>, Endpoint<PromptFields>, Endpoint<CompactFields>] {
  const common = { method: 'POST', scope: 'inference', tag: 'Responses' } as const
  return [
    {
      ...common,
      path: '/v1/responses',
      summary: 'Make a response',
      description:
        'Stored unless `store` is false, so that it can be read, and gone on from with `previous_response_id`. With ' +
        '`stream: true` it comes as server-sent events, each named after its `type`; with `background: true` it is made ' +
        'without the client. The same events are sent over a WebSocket at this path to whoever sends `response.create`.',
      body: responseRequestSchema,
      responses: {
        200: {
          description: 'The response, whole or as events.',
          content: { 'application/json': responseSchema, 'text/event-stream': eventSchema },
        },
      },
      streams: ({ stream }) => (stream === true ? 'named' : null),
      handle: (call) => create(services, desk, call),
      connect: (peer) => new ResponseSession(services, desk, peer).answer,
    },
    {
      ...common,
      path: '/v1/responses/input_tokens',
      summary: "Count the tokens of a response's input",
      body: countRequestSchema,
      responses: { 200: { description: 'The count.', content: { 'application/json': countSchema } } },
      handle: async ({ body, owner, signal }) => {
        const { request, offer } = decodePrompt(body, contextOf(services, desk, owner, body), desk.contract)
        const input_tokens = await countPrompt(services.scheduler, request, signal)
        return { ...json({ object: 'response.input_tokens', input_tokens }), ignored: offer.ignored }
      },
    },
    {
      ...common,
      path: '/v1/responses/compact',
      summary: 'Shorten a conversation',
      description: 'The model summarizes it. The items of `output` are the input to go on with.',
      body: compactRequestSchema,
      responses: { 200: { description: 'The shorter one.', content: { 'application/json': compactedSchema } } },
      handle: async ({ body, owner, signal }) => {
        const context = contextOf(services, desk, owner, body)
        return json(await compact(services, body, context, desk.contract, signal))
      },
    },
  ]
}

async function create(
  services: Services,
  desk: ResponseDesk,
  { body, owner, signal }: Call<ResponseFields>,
): Promise<Reply> {
  const order = decodeResponse(
    withDefaults(body, services.scheduler, DEFAULT_NAMES),
    contextOf(services, desk, owner, body),
    desk.contract,
  )
  const { start, recording, ignored, headers } = await desk.begin(owner, order, signal)
  if (body.stream === true) {
    return { kind: 'events', format: 'named', events: await primed(delivered(recording.from(0))), headers, ignored }
  }
  return { ...json(order.background ? start : await collected(recording.from(0))), headers, ignored }
}
