import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ChatOpenAI } from '@langchain/openai'
import { generateObject } from 'ai'
import OpenAI from 'openai'
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { models } from '../fixtures/models.ts'
import { Program } from './program.ts'

/** Bounded in every part, so that noise fits it before the tokens run out. */
const schema = z.object({
  city: z.enum(['Paris', 'Rome']),
  degrees: z.int().min(-20).max(45),
  windy: z.boolean(),
})

/** Real clients that ask for objects, and a model of random weights: what it says is noise, but the noise conforms. */
describe('objects from noise', () => {
  let program: Program
  let baseURL = ''
  beforeAll(async () => {
    program = new Program(['serve', '--port', '0', '--threads', '1', '--model', `${models.random()}=noise`])
    baseURL = `${await program.listening()}/v1`
  })
  afterAll(() => program.dispose())

  test('openai: parse', async () => {
    const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
    const { choices } = await client.chat.completions.parse({
      model: 'noise',
      messages: [{ role: 'user', content: 'The weather?' }],
      response_format: zodResponseFormat(schema, 'weather'),
      temperature: 2,
      seed: 1,
    })
    expect(schema.parse(choices[0]?.message.parsed)).toEqual(choices[0]?.message.parsed)
    expect(choices[0]?.finish_reason).toBe('stop')
  })

  test('openai: parse a response', async () => {
    const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
    const response = await client.responses.parse({
      model: 'noise',
      input: 'The weather?',
      text: { format: zodTextFormat(schema, 'weather') },
      temperature: 2,
      ...{ seed: 3 },
    })
    expect(schema.parse(response.output_parsed)).toEqual(response.output_parsed)
    const format = { type: 'json_schema', name: 'n', strict: true, schema: { const: 'ok' } } as const
    const constant = await client.responses.create({ model: 'noise', input: 'x', text: { format } })
    expect(JSON.parse(constant.output_text)).toBe('ok')
  })

  test('openai: a completion in a format', async () => {
    const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
    const body = { model: 'noise', prompt: 'Yes or no?', temperature: 2, max_tokens: 64, seed: 5 }
    const chosen = await client.completions.create({ ...body, ...{ guided_choice: ['yes, sir', 'no'] } })
    expect(['yes, sir', 'no']).toContain(chosen.choices[0]?.text)
    const format = { response_format: zodResponseFormat(schema, 'weather') }
    const object = await client.completions.create({ ...body, max_tokens: 400, ...format })
    expect(schema.safeParse(JSON.parse(object.choices[0]?.text ?? '')).success).toBe(true)
  })

  test('AI SDK: generateObject', async () => {
    const provider = createOpenAICompatible({ name: 'trivet', baseURL, supportsStructuredOutputs: true })
    const { object } = await generateObject({
      model: provider('noise'),
      schema,
      prompt: 'The weather?',
      temperature: 2,
      seed: 2,
      maxRetries: 0,
    })
    expect(schema.parse(object)).toEqual(object)
  })

  test.each(['jsonSchema', 'functionCalling'] as const)('LangChain: withStructuredOutput by %s', async (method) => {
    const chat = new ChatOpenAI({
      model: 'noise',
      apiKey: 'none',
      configuration: { baseURL },
      temperature: 2,
      maxRetries: 0,
    })
    const weather = await chat.withStructuredOutput(schema, { name: 'weather', method }).invoke('The weather?')
    expect(schema.parse(weather)).toEqual(weather)
  })

  /** Streamed, with every frame looked at. */
  async function stream(schema: object, extra: object = {}) {
    const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
    const frames = await client.chat.completions.create({
      model: 'noise',
      messages: [{ role: 'user', content: 'x' }],
      response_format: { type: 'json_schema', json_schema: { name: 'n', strict: true, schema: { ...schema } } },
      temperature: 2,
      ...extra,
      stream: true,
    })
    let text = ''
    let finish: string | null = null
    for await (const { choices } of frames) {
      const piece = choices[0]?.delta.content ?? ''
      expect(piece).not.toMatch(/\p{Surrogate}/u)
      text += piece
      finish = choices[0]?.finish_reason ?? finish
    }
    return { text, finish }
  }

  const MIXED = '🇫🇷👩‍👩‍👧 Ünïcode 日本語 ёчки'

  test('a constant of every kind of character comes whole, and is never cut inside one', async () => {
    const whole = await stream({ const: MIXED })
    expect([JSON.parse(whole.text), whole.finish]).toEqual([MIXED, 'stop'])
    for (const limit of [1, 2, 3, 5, 9, 20]) {
      const cut = await stream({ const: MIXED }, { max_tokens: limit })
      expect(cut.text).not.toContain('\u{FFFD}')
      expect([whole.text.startsWith(cut.text), cut.finish]).toEqual([true, 'length'])
    }
  })

  test('references hold, recursive ones too', async () => {
    const schema = {
      $defs: {
        C: { enum: ['a', 'b'] },
        N: {
          type: 'object',
          properties: {
            c: { $ref: '#/$defs/C' },
            kids: { type: 'array', maxItems: 2, items: { $ref: '#/$defs/N' } },
          },
          required: ['c', 'kids'],
          additionalProperties: false,
        },
      },
      $ref: '#/$defs/N',
    }
    const node: z.ZodType = z.strictObject({ c: z.enum(['a', 'b']), kids: z.lazy(() => z.array(node).max(2)) })
    for (let seed = 1; seed <= 5; seed++) {
      const { text, finish } = await stream(schema, { seed })
      if (finish === 'stop') expect(node.safeParse(JSON.parse(text)).success).toBe(true)
      else expect(text.startsWith('{"c":')).toBe(true)
    }
  })
})
