import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText } from 'ai'
import OpenAI from 'openai'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { models } from '../fixtures/models.ts'
import { Program, ready } from './program.ts'

const FORMATS = ['png', 'jpeg', 'webp'] as const

const picture = (background: string, format: (typeof FORMATS)[number] = 'png') =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
const dataUrl = (bytes: Buffer, format: string) => `data:image/${format};base64,${bytes.toString('base64')}`

/** OpenAI's client at servers that stand in for LlamaPi's, and at the faces of the other two. */
describe("OpenAI's client", () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-clients-'))
  const [pictures, file] = [join(folder, 'pictures'), join(folder, 'trivet.yaml')]
  let program: Program
  let url = ''

  beforeAll(async () => {
    mkdirSync(pictures)
    writeFileSync(join(pictures, 'red.png'), await picture('red'))
    writeFileSync(join(folder, 'outside.png'), await picture('red'))
    const seeing = { id: 'seeing', path: models.seeing(), mmproj: models.visionProjector(), preload: true }
    const embedder = { id: 'embedder', path: models.embedder(), preload: true }
    const talking = { id: 'talking', path: models.scripted({ script: 'It was a bright day.' }), preload: true }
    const endless = { id: 'endless', path: models.scripted({ script: 'On and on.', endless: true }), preload: true }
    const settings = { threads: 1, media_folders: [pictures], models: [seeing, embedder, talking, endless] }
    writeFileSync(file, stringify(settings))
    program = new Program(['serve', '--port', '0', '--contract', 'llamapi', '--config', file], {
      env: { TRIVET_HOME: join(folder, 'home') },
    })
    url = await program.listening()
    await ready(url)
  })
  afterAll(async () => {
    await program.dispose()
    rmSync(folder, { recursive: true })
  })

  const client = (base = '') => new OpenAI({ baseURL: `${url}${base}/v1`, apiKey: 'none', maxRetries: 0 })

  async function seen(image: string, base = '') {
    const { choices } = await client(base).chat.completions.create({
      model: 'seeing',
      temperature: 0,
      max_tokens: 8,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what is it' },
            { type: 'image_url', image_url: { url: image } },
          ],
        },
      ],
    })
    return choices[0]?.message.content
  }

  test('lists, chats, streams and embeds where LlamaPi is stood in for', async () => {
    const listed = await client().models.list()
    expect(listed.data.map(({ id }) => id)).toEqual(expect.arrayContaining(['seeing', 'embedder', 'talking']))
    expect(await client().models.retrieve('talking')).toMatchObject({ id: 'talking', model_kind: 'chat' })
    const question = { model: 'talking', messages: [{ role: 'user' as const, content: 'hi' }], temperature: 0 }
    const whole = await client().chat.completions.create(question)
    const text = whole.choices[0]?.message.content
    expect(text).toContain('bright day')
    let streamed = ''
    let tokens: number | undefined
    for await (const { choices, usage } of await client().chat.completions.create({ ...question, stream: true })) {
      streamed += choices[0]?.delta.content ?? ''
      tokens = usage?.completion_tokens ?? tokens
    }
    expect([streamed, tokens]).toEqual([text, whole.usage?.completion_tokens])
    const vectors = await client().embeddings.create({ model: 'embedder', input: ['a', 'b'] })
    const sent = await client().embeddings.create({ model: 'embedder', input: ['a', 'b'], encoding_format: 'float' })
    expect(vectors.data.map(({ embedding }) => embedding)).toEqual(sent.data.map(({ embedding }) => embedding))
  })

  test("throws its own errors for LlamaPi's", async () => {
    const ask = (model: string) =>
      client().chat.completions.create({ model, messages: [{ role: 'user', content: '' }] })
    await expect(ask('nobody')).rejects.toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
    await expect(ask('embedder')).rejects.toMatchObject({ status: 400, code: 'wrong_model_type' })
  })

  test('lists, chats, streams and continues texts at the face of GenieX, and throws its own errors', async () => {
    const geniex = client('/geniex')
    expect((await geniex.models.list()).data.map(({ id }) => id)).toEqual(expect.arrayContaining(['seeing', 'talking']))
    expect(await geniex.models.retrieve('talking')).toMatchObject({ id: 'talking', object: 'model' })
    const question = { model: 'talking', messages: [{ role: 'user' as const, content: 'hi' }], temperature: 0 }
    const whole = await geniex.chat.completions.create(question)
    const stream = { ...question, stream: true as const, stream_options: { include_usage: true } }
    let streamed = ''
    let tokens: number | undefined
    for await (const { choices, usage } of await geniex.chat.completions.create(stream)) {
      streamed += choices[0]?.delta.content ?? ''
      tokens = usage?.completion_tokens ?? tokens
    }
    expect([streamed, tokens]).toEqual([whole.choices[0]?.message.content, whole.usage?.completion_tokens])
    const { choices } = await geniex.completions.create({ model: 'talking', prompt: 'hi', temperature: 0 })
    expect(choices[0]?.text).toContain('bright day')
    const missing = geniex.chat.completions.create({ ...question, model: 'nobody' })
    await expect(missing).rejects.toMatchObject({ status: 400, message: expect.stringContaining('does not exist') })
  })

  test('lists the models of GenieX while an answer is on its way', async () => {
    const messages = [{ role: 'user' as const, content: 'hi' }]
    const going = await client('/geniex').chat.completions.create({ model: 'endless', messages, stream: true })
    const first = await going[Symbol.asyncIterator]().next()
    expect(first.value?.choices[0]?.delta.role).toBe('assistant')
    expect((await client('/geniex').models.list()).data.length).toBeGreaterThan(0)
    going.controller.abort()
  })

  test.each(FORMATS)('shows a picture in %s to LlamaPi, GenieX and InferBridge', async (format) => {
    const [red, blue] = await Promise.all(['red', 'blue'].map((colour) => picture(colour, format)))
    for (const base of ['', '/geniex', '/inferbridge']) {
      const answers = [
        await seen(dataUrl(red as Buffer, format), base),
        await seen(dataUrl(blue as Buffer, format), base),
      ]
      expect(answers[0], base).not.toBe(answers[1])
    }
  })

  test("shows LlamaPi and GenieX a picture by its path on the server, in the settings' folders alone", async () => {
    const red = await seen(dataUrl(await picture('red'), 'png'))
    expect(await seen(join(pictures, 'red.png'))).toBe(red)
    expect(await seen(join(pictures, 'red.png'), '/geniex')).toBe(
      await seen(dataUrl(await picture('red'), 'png'), '/geniex'),
    )
    const outside = seen(join(folder, 'outside.png'))
    await expect(outside).rejects.toMatchObject({ status: 400, code: 'invalid_content_part' })
  })

  test("can't have InferBridge read a path or fetch an address", async () => {
    await expect(seen(join(pictures, 'red.png'), '/inferbridge')).rejects.toMatchObject({ status: 422 })
    await expect(seen('https://example.org/a.png', '/inferbridge')).rejects.toMatchObject({ status: 422 })
  })
})

/** Vercel's client of servers that follow OpenAI checks the shape of every answer, errors among them. */
describe('the AI SDK', () => {
  let program: Program
  let url = ''

  beforeAll(async () => {
    const model = `${models.scripted({ script: 'It was a bright day.' })}=talking`
    program = new Program(['serve', '--port', '0', '--threads', '1', '--model', model])
    url = await program.listening()
    await ready(url)
  })
  afterAll(() => program.dispose())

  test.each(['', '/geniex', '/llamapi'])('reads answers, streams and refusals at %j', async (base) => {
    const provider = createOpenAICompatible({ name: 'trivet', baseURL: `${url}${base}/v1`, includeUsage: true })
    const { text, usage, finishReason } = await generateText({ model: provider('talking'), prompt: 'Hello' })
    expect([text, finishReason]).toEqual([expect.stringContaining('bright day'), 'stop'])
    const stream = streamText({ model: provider('talking'), prompt: 'Hello' })
    const pieces: string[] = []
    for await (const piece of stream.textStream) pieces.push(piece)
    expect([pieces.join(''), await stream.usage]).toMatchObject([text, { outputTokens: usage.outputTokens }])
    const refused = generateText({ model: provider('nobody'), prompt: 'Hello', maxRetries: 0 })
    await expect(refused).rejects.toMatchObject({
      statusCode: base === '/geniex' ? 400 : 404,
      responseBody: expect.stringContaining('does not exist'),
    })
  })
})
