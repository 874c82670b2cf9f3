import type { Envelope } from '../chat/encode.ts'
import { stopsUnheeded } from '../client-stops.ts'
import { withDefaults } from '../default-params.ts'
import { type Call, type Endpoint, json, type Reply } from '../endpoint.ts'
import { primed } from '../primed.ts'
import type { Services } from '../services.ts'
import { textChunks } from './chunks.ts'
import { collectTexts } from './collect.ts'
import { complete } from './complete.ts'
import { decodeCompletion } from './decode.ts'
import { type CompletionRequestFields, completionRequestSchema } from './request-schema.ts'
import { textChunkSchema, textCompletionSchema } from './response-schema.ts'

/** OpenAI's older API: text goes on. */
export function completionEndpoint(services: Services): Endpoint<CompletionRequestFields> {
  return {
    method: 'POST',
    path: '/v1/completions',
    scope: 'inference',
    tag: 'Completions',
    summary: 'Continue texts',
    description:
      'The model reads the prompt as it is, without a chat template. With `suffix` it fills the gap in between. With ' +
      '`echo`, `logprobs` and `max_tokens: 0` it tells how likely it finds a given text.',
    body: completionRequestSchema,
    responses: {
      200: {
        description: 'The texts, whole or in chunks.',
        content: { 'application/json': textCompletionSchema, 'text/event-stream': textChunkSchema },
      },
    },
    streams: ({ stream }) => (stream === true ? 'data' : null),
    handle: (call) => handle(services, call),
  }
}

async function handle(
  { scheduler, newId, clock, files }: Services,
  call: Call<CompletionRequestFields>,
): Promise<Reply> {
  const order = decodeCompletion(withDefaults(call.body, scheduler), files)
  const ignored = stopsUnheeded(order.stop, order.format) ? ['stop'] : []
  const run = await complete(scheduler, order, call.signal)
  const envelope: Envelope = {
    id: newId('cmpl-'),
    created: Math.floor(clock.now() / 1000),
    model: order.model,
    fingerprint: run.fingerprint,
    includeUsage: order.includeUsage,
  }
  const told = { ignored, headers: run.headers }
  if (!order.stream) return { ...json(await collectTexts(envelope, order, run, call.signal)), ...told }
  return { kind: 'events', events: await primed(textChunks(envelope, order, run, call.signal)), ...told }
}
