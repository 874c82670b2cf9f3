import { withChosenModel } from '../answering/auto.ts'
import { countPrompt } from '../answering/count.ts'
import { primed } from '../answering/primed.ts'
import { type Call, type Endpoint, json, jsonDoc, type Reply } from '../endpoint.ts'
import { withDefaults } from '../fields/default-params.ts'
import type { Services } from '../services.ts'
import { compact } from './compact.ts'
import { decodePrompt, decodeResponse } from './decode.ts'
import { DEFAULT_NAMES } from './default-names.ts'
import { collected, delivered, withFailureTold } from './deliver.ts'
import type { ResponseDesk } from './desk.ts'
import { type FaceFields, type ResponsesFace, UNIFIED_RESPONSES_FACE } from './face.ts'
import { contextOf } from './intake.ts'
import {
  type CompactFields,
  compactRequestSchema,
  countRequestSchema,
  type PromptFields,
  type ResponseFields,
} from './request-schema.ts'
import { compactedSchema, countSchema, eventSchema, responseSchema } from './response-schema.ts'
import { ResponseSession } from './session.ts'

/** Making responses: OpenAI's, or a product's that follow them. */
export function creationEndpoint<Fields extends FaceFields>(
  services: Services,
  desk: ResponseDesk,
  face: ResponsesFace<Fields>,
): Endpoint<Fields> {
  return {
    method: 'POST',
    path: '/v1/responses',
    scope: 'inference',
    tag: face.tag,
    errors: face.errors,
    failure: face.failure,
    summary: 'Make a response',
    description:
      'Stored unless `store` is false, so that it can be read, and gone on from with `previous_response_id`. With ' +
      '`stream: true` it comes as server-sent events, each named after its `type`; with `background: true` it is made ' +
      'without the client. The same events are sent over a WebSocket at this path to whoever sends `response.create`: ' +
      "what would be the answer's headers over HTTP, `x-request-id`, `x-trivet-model`, `x-trivet-queue-position`, " +
      '`x-trivet-truncated` and `x-trivet-warnings`, is `headers` of its first event there, and `error.headers` of an error.',
    body: face.schema,
    responses: {
      200: {
        description: 'The response, whole or as events.',
        content: { 'application/json': responseSchema, 'text/event-stream': eventSchema },
      },
    },
    streams: ({ stream }) => (stream === true ? face.stream : null),
    handle: (call) => create(services, desk, call, face),
  }
}

/** The same with a WebSocket at its path, and what is done with a response's input alone. */
export function creationEndpoints(
  services: Services,
  desk: ResponseDesk,
): readonly [Endpoint<ResponseFields>, Endpoint<PromptFields>, Endpoint<CompactFields>] {
  const common = { method: 'POST', scope: 'inference', tag: 'Responses' } as const
  return [
    {
      ...creationEndpoint(services, desk, UNIFIED_RESPONSES_FACE),
      connect: (peer) => new ResponseSession(services, desk, peer).answer,
    },
    {
      ...common,
      path: '/v1/responses/input_tokens',
      summary: "Count the tokens of a response's input",
      body: countRequestSchema,
      responses: { 200: jsonDoc('The count.', countSchema) },
      handle: async ({ body, owner, signal }) => {
        const { fields, headers } = withChosenModel(body, services)
        const { request, offer } = decodePrompt(fields, contextOf(services, desk, owner, fields), desk.contract)
        const input_tokens = await countPrompt(services.scheduler, request, signal)
        return { ...json({ object: 'response.input_tokens', input_tokens }), headers, ignored: offer.ignored }
      },
    },
    {
      ...common,
      path: '/v1/responses/compact',
      summary: 'Shorten a conversation',
      description: 'The model summarizes it. The items of `output` are the input to go on with.',
      body: compactRequestSchema,
      responses: { 200: jsonDoc('The shorter one.', compactedSchema) },
      handle: async ({ body, owner, signal }) => {
        const context = contextOf(services, desk, owner, body)
        return json(await compact(services, body, context, desk.contract, signal))
      },
    },
  ]
}

async function create<Fields extends FaceFields>(
  services: Services,
  desk: ResponseDesk,
  { body, owner, signal }: Call<Fields>,
  face: ResponsesFace<Fields>,
): Promise<Reply> {
  const { fields: chosen, headers: chosenHeader } = withChosenModel(body, services)
  const fields = await face.complete(withDefaults(chosen, services.scheduler, DEFAULT_NAMES), services)
  const order = decodeResponse(fields, contextOf(services, desk, owner, fields), desk.contract)
  const begun = await desk.begin(owner, order, signal)
  const { start, recording } = begun
  const ignored = [...begun.ignored, ...(face.unread?.(body) ?? [])]
  const headers = { ...chosenHeader, ...begun.headers }
  if (body.stream === true) {
    const events = face.events(await primed(delivered(withFailureTold(recording.from(0)))), body.model)
    return { kind: 'events', format: face.stream, events, headers, ignored }
  }
  const response = order.background ? start : await collected(recording.from(0))
  return { ...json(face.response(response, body.model)), headers, ignored }
}
