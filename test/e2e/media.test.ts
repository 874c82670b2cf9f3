import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { Ollama } from 'ollama'
import OpenAI, { toFile } from 'openai'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileMedia } from '../fixtures/hostile-media.ts'
import { models } from '../fixtures/models.ts'
import { mp3Tone } from '../fixtures/mp3.ts'
import { wav } from '../fixtures/wav.ts'
import { buildWhisper } from '../fixtures/whisper.ts'
import { Program } from './program.ts'

const png = (background: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
const [RED, BLUE] = await Promise.all([png('red'), png('blue')])
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const TONE = wav(Float32Array.from({ length: 16_000 }, (_, at) => Math.sin(at / 5) / 2))

/** Models with an encoder beside them, through the real engine, for the clients that people use. */
describe('images and sounds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'media-e2e-'))
  let program: Program
  let url = ''
  const openai = () => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })

  beforeAll(async () => {
    copyFileSync(models.seeing(), join(folder, 'seeing.gguf'))
    copyFileSync(models.visionProjector(), join(folder, 'mmproj-seeing.gguf'))
    writeFileSync(join(folder, 'ggml-nonsense.bin'), buildWhisper())
    const other = join(folder, 'other')
    const hearing = ['models:', `  - { id: hearing, path: ${models.random()}, mmproj: ${models.audioProjector()} }`]
    const seeing = [`  - { id: seeing, path: ${join(folder, 'seeing.gguf')} }`]
    const blind = [`  - { id: blind, path: ${join(folder, 'seeing.gguf')}, mmproj: none }`]
    const settings = [...hearing, ...seeing, ...blind, `model_folders: [${folder}]`, 'threads: 1', 'slots: 2', '']
    const file = join(folder, 'trivet.yaml')
    writeFileSync(file, settings.join('\n'))
    program = new Program(['serve', '--port', '0', '--config', file], { env: { TRIVET_HOME: other } })
    url = await program.listening()
  })
  afterAll(async () => {
    await program.dispose()
    rmSync(folder, { recursive: true })
  })

  async function about(image: Buffer, extra: object = {}) {
    const { choices, usage } = await openai().chat.completions.create({
      model: 'seeing',
      temperature: 0,
      max_tokens: 8,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what is it' },
            { type: 'image_url', image_url: { url: dataUrl(image) } },
          ],
        },
      ],
      ...extra,
    })
    return { text: choices[0]?.message.content, usage }
  }

  test('through the OpenAI client other images get other answers, and the same one the same', async () => {
    const [red, blue, again] = [await about(RED), await about(BLUE), await about(RED)]
    expect(blue.text).not.toBe(red.text)
    expect(again.text).toBe(red.text)
    expect(again.usage?.prompt_tokens_details?.cached_tokens).toBe((red.usage?.prompt_tokens ?? 0) - 1)
  })

  test('through the Responses API, and on from a stored answer that had an image', async () => {
    const ask = (image: Buffer) =>
      openai().responses.create({
        model: 'seeing',
        temperature: 0,
        max_output_tokens: 16,
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'what is it' },
              { type: 'input_image', image_url: dataUrl(image), detail: 'auto' },
            ],
          },
        ],
      })
    const [red, blue] = [await ask(RED), await ask(BLUE)]
    expect(blue.output_text).not.toBe(red.output_text)
    const next = await openai().responses.create({
      model: 'seeing',
      previous_response_id: red.id,
      input: 'and what else',
    })
    expect(next.usage?.input_tokens).toBeGreaterThan(red.usage?.input_tokens ?? 0)
  })

  test('through the Anthropic client', async () => {
    const client = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
    const ask = async (image: Buffer) => {
      const source = { type: 'base64', media_type: 'image/png', data: image.toString('base64') } as const
      // Sent all the same: the client's types have dropped it.
      const greedy = { temperature: 0 }
      const { content } = await client.messages.create({
        ...greedy,
        model: 'seeing',
        max_tokens: 8,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', source },
              { type: 'text', text: 'what is it' },
            ],
          },
        ],
      })
      return content
    }
    expect(await ask(BLUE)).not.toEqual(await ask(RED))
  })

  test("through Ollama's client", async () => {
    const client = new Ollama({ host: url })
    const ask = async (image: Buffer) => {
      const messages = [{ role: 'user', content: 'what is it', images: [image.toString('base64')] }]
      const { message } = await client.chat({ model: 'seeing', messages, options: { temperature: 0, num_predict: 8 } })
      return message.content
    }
    expect(await ask(BLUE)).not.toBe(await ask(RED))
  })

  test('a sound is heard', async () => {
    const ask = (bytes: Buffer, format: 'wav' | 'mp3' = 'wav') =>
      openai().chat.completions.create({
        model: 'hearing',
        temperature: 0,
        max_tokens: 8,
        messages: [
          {
            role: 'user',
            content: [{ type: 'input_audio', input_audio: { data: bytes.toString('base64'), format } }],
          },
        ],
      })
    const answers = [await ask(TONE), await ask(wav(new Float32Array(16_000))), await ask(mp3Tone(40), 'mp3')]
    expect(new Set(answers.map(({ choices }) => choices[0]?.message.content)).size).toBe(3)
  })

  test("through OpenAI's client a sound is written down, whole and as a stream", async () => {
    const transcribe = async (bytes: Buffer) =>
      openai().audio.transcriptions.create({ model: 'hearing', file: await toFile(bytes, 'a.wav'), language: 'en' })
    const [tone, silence] = [await transcribe(TONE), await transcribe(wav(new Float32Array(16_000)))]
    expect(silence.text).not.toBe(tone.text)
    const file = await toFile(TONE, 'a.wav')
    const events = await openai().audio.transcriptions.create({ model: 'hearing', file, language: 'en', stream: true })
    const deltas: string[] = []
    let done = ''
    for await (const event of events) {
      if (event.type === 'transcript.text.delta') deltas.push(event.delta)
      if (event.type === 'transcript.text.done') done = event.text
    }
    expect([deltas.join('').trim(), done]).toEqual([tone.text, tone.text])
    const timed = openai().audio.transcriptions.create({ model: 'hearing', file, response_format: 'srt' })
    await expect(timed).rejects.toMatchObject({ status: 400, param: 'response_format' })
    const seen = openai().audio.transcriptions.create({ model: 'seeing', file })
    await expect(seen).rejects.toMatchObject({ status: 400, code: 'wrong_model_type', param: 'model' })
  })

  test("through OpenAI's client a Whisper model that lies in a folder writes down what it hears, with times", async () => {
    const model = 'ggml-nonsense'
    const file = await toFile(TONE, 'a.wav')
    const plain = await openai().audio.transcriptions.create({ model, file })
    const told = await openai().audio.transcriptions.create({
      model,
      file,
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
    })
    expect([told.text, told.duration]).toEqual([plain.text, 1])
    expect(told.segments?.map(({ text }) => text).join('')).toContain(plain.text)
    expect(told.words?.map(({ word }) => word).join(' ')).toBe(plain.text)
    expect(told.segments?.every(({ start, end }) => start <= end && end <= 1)).toBe(true)
    const srt = await openai().audio.transcriptions.create({ model, file, response_format: 'srt' })
    expect(srt).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/)
    const { data } = (await (await fetch(`${url}/v1/models`)).json()) as {
      data: { id: string; capabilities: unknown }[]
    }
    expect(data.find(({ id }) => id === model)?.capabilities).toEqual(['audio', 'transcription'])
  })

  test('a model that reads text only refuses in words, and so does one that only hears', async () => {
    const refused = { status: 400, code: 'wrong_model_type', param: 'messages.0.content.1.image_url.url' }
    await expect(about(RED, { model: 'blind' })).rejects.toMatchObject(refused)
    await expect(about(RED, { model: 'hearing' })).rejects.toMatchObject(refused)
  })

  test('the list of models tells which of them see and hear', async () => {
    const response = await fetch(`${url}/v1/models`)
    const { data } = (await response.json()) as { data: { id: string; capabilities: string[] | null }[] }
    const senses = (id: string) =>
      data.find((each) => each.id === id)?.capabilities?.filter((name) => name === 'vision' || name === 'audio')
    expect([senses('seeing'), senses('hearing')]).toEqual([['vision'], ['audio']])
  })

  test('the tokens of an image are counted without an answer', async () => {
    const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: dataUrl(RED) }] }]
    const response = await fetch(`${url}/v1/chat/input_tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'seeing', messages }),
    })
    const { choices: _, usage } = await openai().chat.completions.create({
      model: 'seeing',
      max_tokens: 1,
      messages: messages as unknown as OpenAI.ChatCompletionMessageParam[],
    })
    expect(await response.json()).toMatchObject({ input_tokens: usage?.prompt_tokens })
  })

  test('hostile files are refused by their place, and the server goes on', async () => {
    const files = await hostileMedia()
    expect(files.length).toBeGreaterThanOrEqual(60)
    const outcomes: Record<string, unknown> = {}
    for (const { name, kind, bytes } of files) {
      const data = bytes.toString('base64')
      const part =
        kind === 'image'
          ? { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }
          : { type: 'input_audio', input_audio: { data: `data:audio/wav;base64,${data}`, format: 'wav' } }
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          model: kind === 'image' ? 'seeing' : 'hearing',
          max_tokens: 1,
          messages: [{ role: 'user', content: [part] }],
        }),
      })
      const { error } = (await response.json()) as { error?: { code: string; param: string } }
      outcomes[name] = [response.status, error?.code, error?.param]
    }
    const refused = (kind: string) => [
      400,
      'invalid_content_part',
      kind === 'image' ? 'messages.0.content.0.image_url.url' : 'messages.0.content.0.input_audio.data',
    ]
    expect(outcomes).toEqual(Object.fromEntries(files.map(({ name, kind }) => [name, refused(kind)])))
    for (const { name, bytes } of files.filter(({ kind }) => kind === 'audio')) {
      const written = openai().audio.transcriptions.create({ model: 'ggml-nonsense', file: await toFile(bytes, name) })
      await expect(written).rejects.toMatchObject({ status: 400, code: 'invalid_content_part', param: 'file' })
    }
    expect((await about(RED)).text).toBe((await about(RED)).text)
  })
})
