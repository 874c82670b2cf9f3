import { withChosenModel } from '../answering/auto.ts'
import { stopsUnheeded } from '../answering/client-stops.ts'
import { primed } from '../answering/primed.ts'
import type { Envelope } from '../chat/encode.ts'
import { type Call, type Endpoint, json, type Reply } from '../endpoint.ts'
import { withDefaults } from '../fields/default-params.ts'
import { boundsUnheeded } from '../fields/engine-fields.ts'
import type { Services } from '../services.ts'
import { textChunks } from './chunks.ts'
import { collectTexts } from './collect.ts'
import { complete } from './complete.ts'
import { decodeCompletion } from './decode.ts'
import { type CompletionFace, UNIFIED_COMPLETIONS } from './face.ts'
import type { CompletionRequestFields } from './request-schema.ts'
import { textChunkSchema, textCompletionSchema } from './response-schema.ts'

/** OpenAI's older API: text goes on. */
export function completionEndpoint(
  services: Services,
  face: CompletionFace = UNIFIED_COMPLETIONS,
): Endpoint<CompletionRequestFields> {
  return {
    method: 'POST',
    path: '/v1/completions',
    scope: 'inference',
    tag: face.tag,
    errors: face.errors,
    summary: 'Continue texts',
    description:
      'The model reads the prompt as it is, without a chat template. With `suffix` it fills the gap in between. With ' +
      '`echo`, `logprobs` and `max_tokens: 0` it tells how likely it finds a given text.',
    body: face.schema,
    responses: {
      200: {
        description: 'The texts, whole or in chunks.',
        content: { 'application/json': textCompletionSchema, 'text/event-stream': textChunkSchema },
      },
    },
    streams: ({ stream }) => (stream === true ? face.stream : null),
    handle: (call) => handle(services, call, face),
  }
}

async function handle(services: Services, call: Call<CompletionRequestFields>, face: CompletionFace): Promise<Reply> {
  const { scheduler, newId, clock, files } = services
  const { fields: chosen, headers } = withChosenModel(call.body, services)
  const wished = withDefaults(chosen, scheduler)
  const fields = (await face.complete?.(wished, services)) ?? wished
  const order = decodeCompletion(fields, files, wished)
  const ignored = [...(stopsUnheeded(order.stop, order.format) ? ['stop'] : []), ...boundsUnheeded(wished)]
  const run = await complete(scheduler, order, call.signal)
  const envelope: Envelope = {
    id: newId('cmpl-'),
    created: Math.floor(clock.now() / 1000),
    model: order.model,
    fingerprint: run.fingerprint,
    includeUsage: order.includeUsage,
  }
  const told = { ignored, headers: { ...headers, ...run.headers } }
  if (!order.stream) return { ...json(await collectTexts(envelope, order, run, call.signal)), ...told }
  return {
    kind: 'events',
    format: face.stream,
    events: await primed(textChunks(envelope, order, run, call.signal)),
    ...told,
  }
}
