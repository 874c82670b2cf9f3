import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ChatOpenAI } from '@langchain/openai'
import { generateObject } from 'ai'
import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
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
    baseURL = `${(await program.until(/^Trivet .* listening on (http:\S+)/m))[1]}/v1`
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
})
