import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI } from '@langchain/openai'
import { generateObject, generateText, stepCountIs, streamText, tool } from 'ai'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import answers from '../fixtures/demo-answers.json' with { type: 'json' }
import { Program } from './program.ts'

const WEATHER = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'Get the weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const SUNNY = { temperature: 18, condition: 'sunny' }
/** A call as the fixture has it: its arguments read. */
function read(call: OpenAI.ChatCompletionMessageToolCall) {
  if (!('function' in call)) return null
  return { name: call.function.name, arguments: JSON.parse(call.function.arguments) as unknown }
}

const person = z.object({ name: z.string().max(20), age: z.int().min(0).max(120) })

/** The bundled models at work for the clients that people use: what the README shows is what they say. */
describe('the demo models', () => {
  let program: Program
  let url = ''
  const client = () => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
  const provider = () =>
    createOpenAICompatible({ name: 'trivet', baseURL: `${url}/v1`, supportsStructuredOutputs: true })

  beforeAll(async () => {
    const chat = 'models/demo.gguf=trivet/demo'
    const embed = 'models/demo-embed.gguf=trivet/demo-embed'
    const files = [chat, embed].flatMap((model) => ['--model', `${process.cwd()}/${model}`])
    program = new Program(['serve', '--port', '0', '--threads', '1', '--deterministic', ...files])
    url = await program.listening()
  })
  afterAll(() => program.dispose())

  async function chat(messages: OpenAI.ChatCompletionMessageParam[], extra: object = {}) {
    const { choices } = await client().chat.completions.create({
      model: 'trivet/demo',
      messages,
      temperature: 0,
      ...extra,
      stream: false,
    })
    return choices[0]
  }

  test('remember a name said two turns ago', async () => {
    const first = { role: 'user', content: 'Hi, my name is Ada.' } as const
    const greeting = await chat([first])
    const second = { role: 'user', content: 'What is the capital of Japan?' } as const
    const told = [first, { role: 'assistant', content: greeting?.message.content ?? '' } as const, second]
    const capital = await chat(told)
    expect(capital?.message.content).toContain('Tokyo')
    const third = { role: 'user', content: 'What is my name?' } as const
    const name = await chat([...told, { role: 'assistant', content: capital?.message.content ?? '' }, third])
    expect(name?.message.content).toContain('Ada')
  })

  test('think when asked to, and not otherwise', async () => {
    const messages = [{ role: 'user', content: 'What is 3 + 4?' }] as const
    const on = await chat([...messages], { enable_thinking: true })
    expect(on?.message).toMatchObject({
      content: expect.stringContaining('7'),
      reasoning_content: expect.stringMatching(/\S/),
    })
    const off = await chat([...messages], { enable_thinking: false })
    expect(off?.message.content).toContain('7')
    expect(off?.message).not.toHaveProperty('reasoning_content')
  })

  test('answer in two languages', async () => {
    const answer = await chat([{ role: 'user', content: 'Say hello in French and in Chinese.' }])
    expect(answer?.message.content).toBe('French: bonjour. Chinese: 你好.')
  })

  test('say what was frozen when they were trained, but for what another processor rounds otherwise', async () => {
    let same = 0
    for (const { request, answer } of answers) {
      const choice = await chat(request.messages as OpenAI.ChatCompletionMessageParam[], request)
      const { content, tool_calls: calls } = choice?.message ?? {}
      const frozen = answer as { content?: string | null; tool_calls?: object[] }
      const told = { content: content ?? null, calls: (calls ?? []).map(read) }
      const wanted = { content: frozen.content ?? null, calls: frozen.tool_calls ?? [] }
      if (JSON.stringify(told) === JSON.stringify(wanted)) same += 1
    }
    expect(same).toBeGreaterThanOrEqual(answers.length * 0.9)
  })

  test('openai: a tool round trip, streamed', async () => {
    const runner = client().chat.completions.runTools({
      model: 'trivet/demo',
      stream: true,
      temperature: 0,
      messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
      tools: [
        {
          ...WEATHER,
          function: { ...WEATHER.function, parse: JSON.parse, function: () => SUNNY },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('It is 18 degrees and sunny in Paris.')
  })

  test('openai: a response, and one that follows it', async () => {
    const first = await client().responses.create({
      model: 'trivet/demo',
      input: 'Hi, my name is Ada.',
      temperature: 0,
    })
    const next = await client().responses.create({
      model: 'trivet/demo',
      input: 'What is my name?',
      previous_response_id: first.id,
      temperature: 0,
    })
    expect(next.output_text).toContain('Ada')
  })

  test('openai: paraphrases are nearer than unrelated sentences', async () => {
    const input = ['How do I load a model?', 'I want to load a model', 'What is the weather in Paris?']
    const { data } = await client().embeddings.create({ model: 'trivet/demo-embed', input })
    const [asked, paraphrase, unrelated] = data.map(({ embedding }) => embedding)
    const cosine = (a: number[] = [], b: number[] = []) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
    expect(cosine(asked, paraphrase)).toBeGreaterThan(0.7)
    expect(cosine(asked, unrelated)).toBeLessThan(0.4)
  })

  test('AI SDK: a tool round trip and an object', async () => {
    const { text } = await generateText({
      model: provider()('trivet/demo'),
      prompt: 'What is the weather in Paris?',
      temperature: 0,
      stopWhen: stepCountIs(3),
      tools: {
        get_weather: tool({
          description: WEATHER.function.description,
          inputSchema: z.object({ city: z.string() }),
          execute: async () => SUNNY,
        }),
      },
    })
    expect(text).toContain('sunny in Paris')
    const prompt = 'Mia is 12 years old. Answer in JSON with the keys name and age.'
    const { object } = await generateObject({
      model: provider()('trivet/demo'),
      schema: person,
      prompt,
      temperature: 0,
    })
    expect(object).toEqual({ name: 'Mia', age: 12 })
  })

  test('openai: parse, and the stream helper', async () => {
    const messages = [
      { role: 'user' as const, content: 'Mia is 12 years old. Answer in JSON with the keys name and age.' },
    ]
    const { choices } = await client().chat.completions.parse({
      model: 'trivet/demo',
      messages,
      temperature: 0,
      response_format: zodResponseFormat(person, 'person'),
    })
    expect(choices[0]?.message.parsed).toEqual({ name: 'Mia', age: 12 })
    const hello = [{ role: 'user' as const, content: 'Who are you?' }]
    const stream = client().chat.completions.stream({ model: 'trivet/demo', messages: hello, temperature: 0 })
    let heard = ''
    stream.on('content', (piece) => {
      heard += piece
    })
    expect(await stream.finalContent()).toContain('Trivet')
    expect(heard).toBe(await stream.finalContent())
  })

  test('AI SDK: a streamed text', async () => {
    const { textStream } = streamText({ model: provider()('trivet/demo'), prompt: 'Who are you?', temperature: 0 })
    let text = ''
    for await (const piece of textStream) text += piece
    expect(text).toContain('Trivet')
  })

  test('LangChain: a tool call and an object', async () => {
    const model = new ChatOpenAI({
      model: 'trivet/demo',
      apiKey: 'none',
      configuration: { baseURL: `${url}/v1` },
      temperature: 0,
    })
    const { tool_calls } = await model.bindTools([WEATHER]).invoke('What is the weather in Paris?')
    expect(tool_calls).toMatchObject([{ name: 'get_weather', args: { city: 'Paris' } }])
    const structured = model.withStructuredOutput(person, { name: 'person', method: 'jsonSchema' })
    const answer = await structured.invoke('Mia is 12 years old. Answer in JSON with the keys name and age.')
    expect(answer).toEqual({ name: 'Mia', age: 12 })
  })

  test('Anthropic: a message and a tool call', async () => {
    const anthropic = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
    const { content, stop_reason } = await anthropic.messages.create({
      model: 'trivet/demo',
      max_tokens: 100,
      // The SDK's types have given it up, the API has not.
      ...({ temperature: 0 } as object),
      messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
      tools: [
        {
          name: 'get_weather',
          description: WEATHER.function.description,
          input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      ],
    })
    expect(stop_reason).toBe('tool_use')
    expect(content.at(-1)).toMatchObject({ type: 'tool_use', name: 'get_weather', input: { city: 'Paris' } })
  })

  test('Ollama: a chat', async () => {
    const messages = [{ role: 'user', content: 'Who are you?' }]
    const { message } = await new Ollama({ host: url }).chat({
      model: 'trivet/demo',
      messages,
      options: { temperature: 0 },
    })
    expect(message.content).toContain('Trivet')
  })
})
