import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { form } from '../fakes/form.ts'
import { says } from '../fakes/scheduler.ts'
import { fakeServer } from '../fakes/server.ts'
import { wav } from '../fixtures/wav.ts'
import { everyOther } from './every-task.ts'
import { faultLog } from './faults.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 60)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_130)

const { faults, logger } = faultLog()
const media = { image: false, audioRate: 16_000 }
const { app } = fakeServer({
  models: [
    { id: 'whisper', reply: says(), other: everyOther, capabilities: { generate: false, transcribe: true, media } },
    { id: 'chat', reply: says('Hello'), other: everyOther, capabilities: { media } },
  ],
  logger,
})
afterAll(() => app.close())

const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])
const text = fc.oneof(
  fc.constantFrom('json', 'text', 'srt', 'vtt', 'verbose_json', 'true', 'false', 'en', '0', '1', 'word', 'segment', ''),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const file = fc.oneof(
  { weight: 3, arbitrary: fc.constant(blob(wav(new Float32Array(1600).fill(0.2)))) },
  fc.uint8Array({ maxLength: 300 }).map(blob),
  text,
)
const fields = fc.record(
  {
    file,
    model: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('whisper', 'chat') }, text),
    language: text,
    prompt: text,
    response_format: text,
    temperature: text,
    stream: text,
    'timestamp_granularities[]': fc.array(text, { maxLength: 3 }),
    'include[]': fc.array(text, { maxLength: 2 }),
    chunking_strategy: text,
    constructor: text,
    '[]': text,
  },
  { requiredKeys: ['file', 'model'] },
)
/** How much of the form arrives: mostly all of it. */
const share = fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true }))

test.each(['/v1/audio/transcriptions', '/v1/audio/translations'])(
  'whatever form comes to %s is answered, under an id, and is no fault of the server',
  async (url) => {
    await fc.assert(
      fc.asyncProperty(fields, share, async (given, arrives) => {
        faults.length = 0
        const { payload, headers } = await form(given)
        const cut = payload.subarray(0, Math.ceil(payload.length * arrives))
        const response = await app.inject({ method: 'POST', url, payload: cut, headers })
        expect([faults, response.headers['x-request-id']]).toEqual([[], expect.stringMatching(/^[\w.:-]+$/)])
        if (response.statusCode >= 400) JSON.parse(response.body)
      }),
      { numRuns: RUNS, seed: SEED },
    )
  },
)
