import sharp from 'sharp'
import { expect, test } from 'vitest'
import { says, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { wav } from '../../../test/fixtures/wav.ts'

const MIB = 1024 * 1024
const picture = async (background: string, side = 8) =>
  (
    await sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')
const [RED, BLUE, LARGE] = await Promise.all([picture('red'), picture('blue'), picture('red', 2400)])
const TONE = wav(Float32Array.from({ length: 1600 }, (_, at) => Math.sin(at / 5))).toString('base64')
const png = (data: string) => `data:image/png;base64,${data}`

/** A model that sees and hears, as whatever is asked of it. */
function server() {
  const media = { image: true, audioRate: 16_000 }
  const { app, scheduler } = fakeServer({
    models: [{ id: 'm', reply: says('Yes.'), capabilities: { media }, other: tokenizes }],
    bodyLimitBytes: 64 * MIB,
  })
  return async (url: string, body: object) => {
    const { statusCode, body: said } = await app.inject({ method: 'POST', url, payload: { model: 'm', ...body } })
    const task = scheduler.tasks.at(-1)
    return { statusCode, error: statusCode === 200 ? null : JSON.parse(said).error, task }
  }
}

const chat = (...parts: object[]) => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: 'what' }, ...parts] }],
})
const input = (...parts: object[]) => ({ input: [{ role: 'user', content: parts }] })
const ofOllama = (images: string[]) => ({ stream: false, messages: [{ role: 'user', content: 'what', images }] })
const block = (source: object) => ({
  max_tokens: 8,
  messages: [{ role: 'user', content: [{ type: 'image', source }] }],
})

/** What the engine gets of each attachment, with its mark left out of what is compared by place. */
async function heardBy(url: string, body: object) {
  const { statusCode, error, task } = await server()(url, body)
  expect([url, statusCode, error]).toEqual([url, 200, null])
  const media = task?.media ?? []
  for (const { mark } of media) expect(task?.prompt).toContain(mark)
  return media
}

const [expected] = await heardBy('/v1/chat/completions', chat({ type: 'image_url', image_url: { url: png(RED) } }))

test.each<[string, object]>([
  ['/v1/chat/completions', chat({ type: 'image_url', image_url: png(RED) })],
  ['/v1/chat/completions', chat({ type: 'image_url', image_url: { url: RED } })],
  ['/v1/chat/completions', chat({ type: 'input_image', image_url: png(RED) })],
  ['/v1/responses', input({ type: 'input_image', image_url: png(RED) })],
  ['/v1/messages', block({ type: 'base64', media_type: 'image/png', data: RED })],
  ['/v1/messages', block({ type: 'url', url: png(RED) })],
  ['/api/chat', ofOllama([RED])],
  ['/api/generate', { stream: false, prompt: 'what', images: [RED] }],
  ['/geniex/v1/chat/completions', chat({ type: 'image_url', image_url: { url: png(RED) } })],
  ['/inferbridge/v1/chat/completions', chat({ type: 'image_url', image_url: { url: png(RED) } })],
  ['/inferbridge/v1/responses', input({ type: 'input_image', image_url: png(RED) })],
  ['/llamapi/v1/chat/completions', chat({ type: 'image_url', image_url: { url: png(RED) } })],
])('an image of %s is what the engine sees: %j', async (url, body) => {
  expect(await heardBy(url, body)).toEqual([expected])
})

const sound = { data: TONE, format: 'wav' }
const [heard] = await heardBy('/v1/chat/completions', chat({ type: 'input_audio', input_audio: sound }))

test.each<[string, object]>([
  [
    '/v1/chat/completions',
    chat({ type: 'input_audio', input_audio: { ...sound, data: `data:audio/wav;base64,${TONE}` } }),
  ],
  ['/v1/responses', input({ type: 'input_audio', input_audio: sound })],
  ['/geniex/v1/chat/completions', chat({ type: 'input_audio', input_audio: { data: TONE } })],
  ['/llamapi/v1/chat/completions', chat({ type: 'input_audio', input_audio: sound })],
])('a sound of %s is what the engine hears', async (url, body) => {
  expect(await heardBy(url, body)).toEqual([heard])
})

test.each<[string, string, object, number]>([
  ['nothing', '/v1/chat/completions', chat({ type: 'image_url', image_url: { url: png(LARGE) } }), 2048],
  ['detail', '/v1/chat/completions', chat({ type: 'image_url', image_url: { url: png(LARGE), detail: 'low' } }), 512],
  ['detail', '/v1/responses', input({ type: 'input_image', image_url: png(LARGE), detail: 'low' }), 512],
  [
    'image_max_length',
    '/v1/chat/completions',
    { image_max_length: 100, ...chat({ type: 'image_url', image_url: png(LARGE) }) },
    100,
  ],
  [
    'image_max_length',
    '/geniex/v1/chat/completions',
    { image_max_length: 100, ...chat({ type: 'image_url', image_url: { url: png(LARGE) } }) },
    100,
  ],
])('a large image is as large as %s of %s says', async (_, url, body, side) => {
  expect(await heardBy(url, body)).toMatchObject([{ width: side, height: side }])
})

test('images of earlier turns stay where they were, and the same one is given once', async () => {
  const turn = (data: string) => ({ role: 'user', content: [{ type: 'image_url', image_url: { url: png(data) } }] })
  const said = { role: 'assistant', content: 'I see.' }
  const { task } = await server()('/v1/chat/completions', { messages: [turn(RED), said, turn(BLUE), said, turn(RED)] })
  const [red, blue, ...others] = task?.media ?? []
  expect([red, others]).toEqual([expected, []])
  const marks = String(task?.prompt).match(/<__image_\w+__>/g)
  expect(marks).toEqual([red?.mark, blue?.mark, red?.mark])
})

test('what a tool shows is an image too', async () => {
  const tool_use = { type: 'tool_use', id: 't', name: 'look', input: {} }
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: RED } }
  const messages = [
    { role: 'user', content: 'look' },
    { role: 'assistant', content: [tool_use] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [image] }] },
  ]
  expect(await heardBy('/v1/messages', { max_tokens: 8, messages })).toEqual([expected])
})

test('the 65th attachment of a request is one too many, by its name', async () => {
  const parts = Array.from({ length: 65 }, () => ({ type: 'image_url', image_url: png(RED) }))
  const { error } = await server()('/v1/chat/completions', chat(...parts))
  expect(error).toMatchObject({ code: 'invalid_content_part', param: 'messages.0.content.65.image_url' })
  // Of which there may be 64, so many that they are too long a prompt for this model.
  const fewer = await server()('/v1/chat/completions', chat(...parts.slice(1)))
  expect(fewer.error).toMatchObject({ code: 'context_length_exceeded' })
})
