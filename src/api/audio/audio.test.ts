import { expect, test } from 'vitest'
import { form } from '../../../test/fakes/form.ts'
import { type OtherTask, type Reply, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { wav } from '../../../test/fixtures/wav.ts'
import type { TranscribeTask } from '../../core/task.ts'

const RATE = 16_000
const seconds = (count: number) => new Blob([new Uint8Array(wav(new Float32Array(count * RATE).fill(0.25)))])

/** Hears in every piece a greeting and its length. */
const listens: Reply<OtherTask> = async function* (task) {
  const { sound } = task as TranscribeTask
  const length = Buffer.from(sound.samples, 'base64').length / 4 / RATE
  const of = { ids: [5, 6], logprob: -0.5, silence: 0.25 }
  yield { type: 'segment', text: ' Hello,', start: 0, end: 1, words: [{ word: 'Hello,', start: 0.5, end: 1 }], ...of }
  yield { type: 'segment', text: ` ${length.toFixed(0)}.`, start: 1, end: 2, words: [], ...of }
  yield { type: 'language', code: 'en' }
  yield { type: 'usage', promptTokens: 0, completionTokens: 0, cachedTokens: 0 }
  yield { type: 'finish', reason: 'stop' }
}

const media = { image: false, audioRate: RATE }

function server() {
  const { app, scheduler } = fakeServer({
    bodyLimitBytes: 64 * 1024 * 1024,
    models: [
      { id: 'whisper', reply: says(), other: listens, capabilities: { generate: false, transcribe: true, media } },
      { id: 'chat', reply: says(' Good', ' day. '), capabilities: { media } },
      { id: 'deaf', reply: says('?') },
    ],
  })
  async function send(path: string, fields: Parameters<typeof form>[0]) {
    const sent = await form({ file: seconds(2), model: 'whisper', ...fields })
    return app.inject({ method: 'POST', url: `/v1/audio/${path}`, ...sent })
  }
  const transcribe = (fields: Parameters<typeof form>[0] = {}) => send('transcriptions', fields)
  const heard = () => scheduler.otherTasks as readonly TranscribeTask[]
  return { send, transcribe, heard, scheduler }
}

test('a model for transcribing is given the sound, and the wishes', async () => {
  const { transcribe, heard } = server()
  const wishes = { language: 'DE', prompt: 'Trivet', 'keywords[]': ['NPU', 'GGUF'], temperature: '0.5' }
  const { statusCode, body } = await transcribe(wishes)
  expect([statusCode, JSON.parse(body)]).toEqual([200, { text: 'Hello, 2.', usage: { type: 'duration', seconds: 2 } }])
  expect(heard()).toMatchObject([
    { language: 'de', prompt: 'Trivet NPU, GGUF', temperature: 0.5, translate: false, sound: { rate: RATE } },
  ])
})

test('every format', async () => {
  const { transcribe } = server()
  const told = async (response_format: string) => {
    const { headers, body } = await transcribe({ response_format })
    return [String(headers['content-type']).split(';')[0], body]
  }
  expect(await told('text')).toEqual(['text/plain', 'Hello, 2.\n'])
  expect(await told('srt')).toEqual([
    'application/x-subrip',
    '1\n00:00:00,000 --> 00:00:01,000\nHello,\n\n2\n00:00:01,000 --> 00:00:02,000\n2.\n\n',
  ])
  expect((await told('vtt'))[1]).toMatch(/^WEBVTT\n\n00:00:00\.000 --> /)
  const { body } = await transcribe({ response_format: 'verbose_json', 'timestamp_granularities[]': ['segment'] })
  const figures = {
    tokens: [5, 6],
    avg_logprob: -0.5,
    no_speech_prob: 0.25,
    temperature: 0,
    compression_ratio: expect.any(Number),
  }
  expect(JSON.parse(body)).toEqual({
    task: 'transcribe',
    language: 'english',
    duration: 2,
    text: 'Hello, 2.',
    segments: [
      { id: 0, seek: 0, text: 'Hello,', start: 0, end: 1, ...figures },
      { id: 1, seek: 100, text: ' 2.', start: 1, end: 2, ...figures },
    ],
    usage: { type: 'duration', seconds: 2 },
  })
})

test('words have their times, and stretches only where they are asked for too', async () => {
  const { transcribe, heard } = server()
  const told = async (...times: string[]) =>
    JSON.parse(
      (await transcribe({ file: seconds(45), response_format: 'verbose_json', 'timestamp_granularities[]': times }))
        .body,
    )
  const { words, segments } = await told('word')
  const second = words[1]?.start - 0.5
  expect([segments, words]).toEqual([
    undefined,
    [
      { word: 'Hello,', start: 0.5, end: 1 },
      { word: 'Hello,', start: second + 0.5, end: second + 1 },
    ],
  ])
  expect((await told('word', 'segment')).segments[2].start).toBe(second)
  expect(heard().every((task) => task.words)).toBe(true)
})

test('a long sound is heard in pieces, each told what was said before, with times of the whole', async () => {
  const { transcribe, heard } = server()
  const { body } = await transcribe({ file: seconds(45), response_format: 'verbose_json', prompt: 'P.' })
  const { text, segments } = JSON.parse(body)
  const [first = 0] = heard().map(({ sound }) => Buffer.from(sound.samples, 'base64').length / 4 / RATE)
  expect(heard().map(({ prompt }) => prompt)).toEqual(['P.', `P. Hello, ${first.toFixed(0)}.`])
  expect(text).toBe(`Hello, ${first.toFixed(0)}. Hello, ${(45 - first).toFixed(0)}.`)
  expect(segments.map(({ start }: { start: number }) => start)).toEqual([0, 1, first, first + 1])
})

test('a stream tells the text as it is found', async () => {
  const { transcribe } = server()
  const { headers, body } = await transcribe({ stream: 'true' })
  expect(headers['content-type']).toContain('text/event-stream')
  const events = body.split('\n\n').flatMap((block) => (block.startsWith('data: {') ? JSON.parse(block.slice(6)) : []))
  expect(events).toEqual([
    { type: 'transcript.text.delta', delta: 'Hello,' },
    { type: 'transcript.text.delta', delta: ' 2.' },
    { type: 'transcript.text.done', text: 'Hello, 2.', usage: { type: 'duration', seconds: 2 } },
  ])
})

test('a model that chats and hears is asked', async () => {
  const { transcribe, scheduler } = server()
  const { body } = await transcribe({ model: 'chat', language: 'fr', prompt: 'Trivet' })
  expect(JSON.parse(body)).toMatchObject({ text: 'Good day.', usage: { type: 'tokens' } })
  const [task] = scheduler.tasks
  const [sound] = task?.media ?? []
  expect(task?.prompt).toContain(
    `${sound?.mark}\nWrite down what is said in this sound, word for word. It is in French.`,
  )
  expect(task?.prompt).toContain('Trivet')
  expect(task?.sampling.temperature).toBe(0)
})

test('translations are in English', async () => {
  const { send, heard, scheduler } = server()
  const verbose = await send('translations', { response_format: 'verbose_json' })
  expect(verbose.json()).toMatchObject({ task: 'translate', language: 'english' })
  expect(heard()).toMatchObject([{ translate: true, language: null }])
  await send('translations', { model: 'chat' })
  expect(scheduler.tasks[0]?.prompt).toContain('into English')
})

test.each<[Parameters<typeof form>[0], string, string]>([
  [{ 'timestamp_granularities[]': ['minute'] }, 'invalid_value', 'timestamp_granularities.0'],
  [{ 'timestamp_granularities[]': ['segment'] }, 'unsupported_parameter', 'timestamp_granularities'],
  [{ 'include[]': ['logprobs'] }, 'unsupported_parameter', 'include'],
  [{ chunking_strategy: '{"type":"server_vad"}' }, 'unsupported_parameter', 'chunking_strategy'],
  [{ 'languages[]': ['en'] }, 'unsupported_parameter', 'languages'],
  [{ 'known_speaker_names[]': ['Ann'] }, 'unsupported_parameter', 'known_speaker_names'],
  [{ 'known_speaker_references[]': ['data:'] }, 'unsupported_parameter', 'known_speaker_references'],
  [{ stream: 'true', response_format: 'srt' }, 'unsupported_parameter', 'stream'],
  [{ stream: 'yes' }, 'invalid_value', 'stream'],
  [{ response_format: 'diarized_json' }, 'invalid_value', 'response_format'],
  [{ temperature: '1.5' }, 'invalid_value', 'temperature'],
  [{ temperature: 'warm' }, 'invalid_value', 'temperature'],
  [{ language: 'english' }, 'invalid_value', 'language'],
  [{ file: 'a path' }, 'invalid_value', 'file'],
  [{ file: new Blob(['no sound']) }, 'invalid_content_part', 'file'],
  [{ file: seconds(1801) }, 'invalid_content_part', 'file'],
  [{ model: 'chat', response_format: 'vtt' }, 'unsupported_parameter', 'response_format'],
  [{ model: 'deaf' }, 'wrong_model_type', 'model'],
])('%j is refused by name', async (fields, code, param) => {
  const { statusCode, body } = await server().transcribe(fields)
  expect([statusCode, JSON.parse(body).error]).toMatchObject([400, { code, param }])
})
