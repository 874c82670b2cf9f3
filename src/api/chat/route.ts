import { answer } from '../answer.ts'
import { truncatedHeader } from '../context/truncated.ts'
import { withDefaults } from '../default-params.ts'
import { type Call, type Endpoint, json, type Reply } from '../endpoint.ts'
import { primed } from '../primed.ts'
import { queueHeader } from '../queue-header.ts'
import type { Services } from '../services.ts'
import { unheededFields } from '../unheeded.ts'
import { completionChunks } from './chunks.ts'
import { collectCompletion } from './collect.ts'
import { decodeChat } from './decode.ts'
import type { ChatEnvelope } from './encode.ts'
import { type ChatRequestFields, chatRequestSchema } from './request-schema.ts'
import { chunkSchema, completionSchema } from './response-schema.ts'

/** OpenAI's chat completions. */
export function chatEndpoint(services: Services): Endpoint<ChatRequestFields> {
  return {
    method: 'POST',
    path: '/v1/chat/completions',
    tag: 'Chat',
    summary: 'Answer a conversation',
    description:
      'The prompt is made with the chat template in the model file. With `stream: true` the answer comes as ' +
      'server-sent events, one chunk a line, and ends with `data: [DONE]`; an error at once has its own ' +
      'status, one after the first event or 15 s of waiting (`stream_heartbeat`) is the last event. Fields unknown here are listed in the header `x-trivet-warnings`; a request that had to wait has its place in line as it came in `x-trivet-queue-position`.',
    body: chatRequestSchema,
    responses: {
      200: {
        description: 'The answer, whole or in chunks.',
        content: { 'application/json': completionSchema, 'text/event-stream': chunkSchema },
      },
    },
    streams: ({ stream }) => (stream === true ? 'data' : null),
    handle: (call) => handle(services, call),
  }
}

async function handle(
  { scheduler, newId, clock, readGrammar, files }: Services,
  call: Call<ChatRequestFields>,
): Promise<Reply> {
  const {
    request,
    stream,
    includeUsage,
    ignored: unread,
    paths,
  } = decodeChat(withDefaults(call.body, scheduler), readGrammar, files)
  const { fingerprint, events, unheeded, dropped, position } = await answer(scheduler, request, call.signal, () =>
    newId('call'),
  )
  const ignored = [...unread, ...unheededFields(unheeded, paths)]
  const envelope: ChatEnvelope = {
    id: newId('chatcmpl-'),
    created: Math.floor(clock.now() / 1000),
    model: request.model,
    fingerprint,
    includeUsage,
    logprobs: request.logprobs !== null,
    mayOnlyCall: request.tools.length > 0 && request.toolChoice !== 'none',
    dropped,
  }
  const headers = { ...truncatedHeader(dropped), ...queueHeader(position) }
  if (!stream) {
    const completion = await collectCompletion(envelope, request.choices, events, call.signal)
    return { ...json(completion), headers, ignored }
  }
  const chunks = completionChunks(envelope, request.choices, events, call.signal)
  return { kind: 'events', events: await primed(chunks), headers, ignored }
}
