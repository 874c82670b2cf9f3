import { answer } from '../answering/answer.ts'
import { withChosenModel } from '../answering/auto.ts'
import { primed } from '../answering/primed.ts'
import { type Call, type Endpoint, json, type Reply } from '../endpoint.ts'
import { assumedSampling } from '../fields/assumed-sampling.ts'
import { withDefaults } from '../fields/default-params.ts'
import { unheededFields } from '../fields/unheeded.ts'
import { decodeWish } from '../fields/wish-fields.ts'
import type { Services } from '../services.ts'
import { completionChunks } from './chunks.ts'
import { collectCompletion } from './collect.ts'
import { decodeChat } from './decode.ts'
import type { ChatEnvelope } from './encode.ts'
import { type ChatFace, type FaceFields, UNIFIED_CHAT } from './face.ts'
import type { ChatRequestFields } from './request-schema.ts'
import { type Chunk, chunkSchema, completionSchema } from './response-schema.ts'

/** Chat completions: OpenAI's, or a product's that follow them. */
export function chatEndpoint(services: Services): Endpoint<ChatRequestFields>
export function chatEndpoint<Fields extends FaceFields>(services: Services, face: ChatFace<Fields>): Endpoint<Fields>
export function chatEndpoint(services: Services, face: ChatFace = UNIFIED_CHAT): Endpoint<ChatRequestFields> {
  return {
    method: 'POST',
    path: '/v1/chat/completions',
    scope: 'inference',
    tag: face.tag,
    errors: face.errors,
    summary: 'Answer a conversation',
    description:
      'The prompt is made with the chat template in the model file. With `stream: true` the answer comes as ' +
      'server-sent events, one chunk a line, and ends with `data: [DONE]`; an error at once has its own ' +
      'status, one after the first event or 15 s of waiting (`stream_heartbeat`) is the last event. Fields unknown here are listed in the header `x-trivet-warnings`; a request that had to wait has its place in line as it came in `x-trivet-queue-position`.',
    body: face.schema,
    responses: {
      200: {
        description: 'The answer, whole or in chunks.',
        content: { 'application/json': completionSchema, 'text/event-stream': chunkSchema },
      },
    },
    streams: (body) => (body.stream === true && !face.onlyLoads?.(body) ? face.stream : null),
    ...(face.failure && { failure: face.failure }),
    handle: (call) => handle(services, call, face),
  }
}

async function handle(services: Services, call: Call<ChatRequestFields>, face: ChatFace): Promise<Reply> {
  const { scheduler, newId, clock, files } = services
  const { fields: chosen, headers: chosenHeader } = withChosenModel(call.body, services)
  const wished = withDefaults(chosen, scheduler)
  const fields = await face.complete(wished, services)
  if (face.onlyLoads?.(wished)) {
    await scheduler.open(fields.model, call.signal, decodeWish(fields))
    return json(null)
  }
  const { request: decoded, stream, showProgress, includeUsage, ignored: unread, paths } = decodeChat(fields, files)
  const request = { ...decoded, assumed: assumedSampling(wished, fields) }
  const {
    fingerprint,
    events: answered,
    unheeded,
    dropped,
    headers: told,
  } = await answer(scheduler, request, call.signal, () => newId('call'))
  // What is only taken for granted goes unheeded without a word.
  const ofOurs = [...unread, ...unheededFields(unheeded, paths)].filter((path) => (path.split('.')[0] ?? '') in wished)
  const ignored = [...ofOurs, ...(face.unread?.(call.body) ?? [])]
  const envelope: ChatEnvelope = {
    id: newId('chatcmpl-'),
    created: Math.floor(clock.now() / 1000),
    model: face.names === 'asked' ? call.body.model : request.model,
    fingerprint,
    includeUsage: includeUsage || face.usageChunk === 'always',
    showProgress,
    logprobs: request.logprobs !== null,
    mayOnlyCall: request.tools.length > 0 && request.toolChoice !== 'none',
    dropped,
  }
  const headers = { ...chosenHeader, ...told }
  if (!stream) {
    const completion = await collectCompletion(envelope, request.choices, answered, call.signal)
    return { ...json(face.completion(completion)), headers, ignored }
  }
  const chunks = completionChunks(envelope, request.choices, answered, call.signal)
  const source = await primed(chunks)
  const events = face.chunks?.(source) ?? faced(source, face)
  return { kind: 'events', format: face.stream, events, headers, ignored }
}

async function* faced(chunks: AsyncIterable<Chunk>, { chunk: put }: ChatFace): AsyncGenerator<object, void> {
  for await (const chunk of chunks) yield put(chunk)
}
