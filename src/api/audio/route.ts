import { z } from 'zod'
import { readSamples } from '../../media/sound.ts'
import { primed } from '../answering/primed.ts'
import { queueHeader } from '../answering/queue-header.ts'
import type { Call, Endpoint, Reply } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { transcriptEvents, wholeTranscript } from './encode.ts'
import { hear } from './hear.ts'
import { decodeTranscription, decodeTranslation, requireAble, type TranscriptOrder } from './order.ts'
import {
  type TranscriptionFields,
  type TranslationFields,
  transcriptionRequestSchema,
  translationRequestSchema,
} from './request-schema.ts'
import { transcriptEventSchema, transcriptionSchema, verboseTranscriptionSchema } from './response-schema.ts'

/** Longer ones are several files. */
const MOST_SECONDS = 1800

const TEXTS = {
  'application/json': z.union([transcriptionSchema, verboseTranscriptionSchema]),
  'text/plain': z.string(),
  'text/vtt': z.string(),
  'application/x-subrip': z.string(),
}

export function audioEndpoints(services: Services): readonly Endpoint[] {
  return [transcriptions(services), translations(services)] as readonly Endpoint[]
}

function transcriptions(services: Services): Endpoint<TranscriptionFields> {
  return {
    method: 'POST',
    path: '/v1/audio/transcriptions',
    scope: 'inference',
    tag: 'Audio',
    summary: 'Write down what is said in a sound',
    description:
      'By a Whisper model, or by one that chats and hears, which is asked to. A long sound is heard in pieces of half a ' +
      'minute, cut where it is quiet. With `stream: true` the text comes as it is found.',
    isForm: true,
    body: transcriptionRequestSchema,
    responses: {
      200: { description: 'What was said.', content: { ...TEXTS, 'text/event-stream': transcriptEventSchema } },
    },
    streams: ({ stream }) => (stream ? 'data' : null),
    handle: (call) => handle(services, call, decodeTranscription(call.body)),
  }
}

function translations(services: Services): Endpoint<TranslationFields> {
  return {
    method: 'POST',
    path: '/v1/audio/translations',
    scope: 'inference',
    tag: 'Audio',
    summary: 'Write down in English what is said in a sound',
    isForm: true,
    body: translationRequestSchema,
    responses: { 200: { description: 'What was said, in English.', content: TEXTS } },
    handle: (call) => handle(services, call, decodeTranslation(call.body)),
  }
}

async function handle(
  { scheduler }: Services,
  { body, signal }: Call<TranslationFields>,
  order: TranscriptOrder,
): Promise<Reply> {
  const open = await scheduler.open(body.model, signal)
  requireAble(open, order)
  const rate = open.capabilities.media.audioRate ?? 0
  const values = await readSamples(Buffer.from(await body.file.arrayBuffer()), 'file', rate, MOST_SECONDS)
  const seconds = values.length / rate
  const headers = queueHeader(open)
  const heard = hear({ scheduler, open, order, signal }, values, rate)
  if (!order.stream) return { ...(await wholeTranscript(heard, order, seconds)), headers } as Reply
  return { kind: 'events', events: await primed(transcriptEvents(heard, seconds)), headers }
}
