import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { models } from '../fixtures/models.ts'
import { Program } from './program.ts'

const WEATHER = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather in a city',
    parameters: {
      type: 'object',
      properties: { days: { type: 'integer', minimum: 1, maximum: 9 }, unit: { type: 'string', enum: ['c', 'f'] } },
      required: ['days', 'unit'],
      additionalProperties: false,
    },
  },
} as const
const TIME = {
  type: 'function',
  function: { name: 'get_time', parameters: { type: 'object', properties: {}, additionalProperties: false } },
} as const
const CITY = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
} as const

/** Tools over the built server and llama.cpp: a model that recites a call, and one of noise that has to obey. */
describe('tools on llama.cpp', () => {
  let program: Program
  let client: OpenAI

  beforeAll(async () => {
    const files = {
      calls: models.toolCall(),
      talks: models.toolCall({ before: 'Let me see.\n' }),
      thinks: models.scripted({ script: ['<think>\n', 'Hmm', '.', '\n</think', '>', '\n\nYes.'] }),
      // Its second token ends the tag and goes on with what no call begins with.
      stumbles: models.scripted({ script: ['<tool_call', '>[bad', ' more'] }),
      random: models.random(),
    }
    const named = Object.entries(files).flatMap(([id, path]) => ['--model', `${path}=${id}`])
    program = new Program(['serve', '--port', '0', '--threads', '1', ...named])
    const url = await program.listening()
    client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 })
  })
  afterAll(() => program.dispose())

  const messages = [{ role: 'user', content: 'Weather?' } as const]

  it('finds the call that a model writes, whole and streamed', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'calls',
      messages,
      tools: [CITY],
      temperature: 0,
    })
    expect(choices[0]?.finish_reason).toBe('tool_calls')
    expect(choices[0]?.message).toMatchObject({
      content: null,
      tool_calls: [{ type: 'function', function: { name: 'get_weather', arguments: '{"city": "Paris"}' } }],
    })
    const stream = client.chat.completions.stream({ model: 'talks', messages, tools: [CITY], temperature: 0 })
    const streamed = (await stream.finalChatCompletion()).choices[0]
    expect([streamed?.finish_reason, streamed?.message.content]).toEqual(['tool_calls', 'Let me see.'])
    expect(streamed?.message.tool_calls?.map((call) => call.type === 'function' && call.function.arguments)).toEqual([
      '{"city": "Paris"}',
    ])
  })

  it('holds what a model writes to the schema once it calls', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'calls',
      messages,
      tools: [WEATHER],
      seed: 1,
      max_tokens: 60,
    })
    const [call] = choices[0]?.message.tool_calls ?? []
    const args = JSON.parse(call?.type === 'function' ? call.function.arguments : '')
    expect([Object.keys(args), ['c', 'f'].includes(args.unit), args.days >= 1 && args.days <= 9]).toEqual([
      ['days', 'unit'],
      true,
      true,
    ])
  })

  it('keeps a call from beginning with what no call can be', async () => {
    const asked = { model: 'stumbles', messages, tools: [CITY], seed: 1, max_tokens: 40 }
    expect((await client.chat.completions.create(asked)).choices[0]?.message.content).not.toContain('[bad')
    expect((await client.chat.completions.create({ ...asked, tools: [] })).choices[0]?.message.content).toBe(
      '<tool_call>[bad more',
    )
  })

  it('makes even noise call, when a call is required', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { choices } = await client.chat.completions.create({
        model: 'random',
        messages,
        tools: [WEATHER, TIME],
        tool_choice: 'required',
        parallel_tool_calls: false,
        temperature: 2,
        seed,
      })
      const calls = choices[0]?.message.tool_calls ?? []
      expect([choices[0]?.finish_reason, calls.length]).toEqual(['tool_calls', 1])
      for (const call of calls) {
        if (call.type !== 'function') throw new Error('no function')
        const args = JSON.parse(call.function.arguments)
        expect(Object.keys(args)).toEqual(call.function.name === 'get_weather' ? ['days', 'unit'] : [])
      }
    }
  })

  it('makes noise call the tool that was named', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'random',
      messages,
      tools: [WEATHER, TIME],
      tool_choice: { type: 'function', function: { name: 'get_time' } },
      temperature: 2,
      seed: 5,
    })
    expect(choices[0]?.message.tool_calls?.map((call) => call.type === 'function' && call.function)).toEqual([
      { name: 'get_time', arguments: expect.stringMatching(/^\{\s*\}$/) },
    ])
  })

  it('has logprobs of content beside tools, in a stream too', async () => {
    const asked = {
      model: 'random',
      messages,
      tools: [TIME],
      logprobs: true,
      top_logprobs: 2,
      max_tokens: 5,
      temperature: 0,
    }
    const { choices, usage } = await client.chat.completions.create(asked)
    const content = choices[0]?.logprobs?.content ?? []
    expect(content.length).toBe(usage?.completion_tokens)
    expect(Buffer.from(content.flatMap(({ bytes }) => bytes ?? [])).toString()).toBe(choices[0]?.message.content)
    expect(content[0]?.top_logprobs[0]?.token).toBe(content[0]?.token)
    for (const { logprob, top_logprobs } of content) {
      const [likeliest, next] = top_logprobs.map((token) => token.logprob)
      expect([top_logprobs.length, logprob <= (likeliest ?? 1), (next ?? 1) <= (likeliest ?? 0)]).toEqual([
        2,
        true,
        true,
      ])
    }
    const told = []
    for await (const chunk of await client.chat.completions.create({ ...asked, stream: true })) {
      told.push(...(chunk.choices[0]?.logprobs?.content ?? []))
    }
    // A prompt from the cache is added up in another order, so the last digits may differ.
    expect(told.map(({ bytes }) => bytes)).toEqual(content.map(({ bytes }) => bytes))
    told.forEach(({ logprob }, index) => {
      expect(logprob).toBeCloseTo(content[index]?.logprob ?? 1, 2)
    })
  })

  it('tells reasoning from the answer, and closes it at its budget', async () => {
    const whole = async (more: object) => {
      const { choices, usage } = await client.chat.completions.create({
        model: 'thinks',
        messages,
        temperature: 0,
        ...more,
      })
      const { content, reasoning_content } = (choices[0]?.message ?? {}) as {
        content?: string
        reasoning_content?: string
      }
      return { content, reasoning: reasoning_content, tokens: usage?.completion_tokens_details?.reasoning_tokens }
    }
    expect(await whole({})).toEqual({ content: 'Yes.', reasoning: 'Hmm.', tokens: 5 })
    expect(await whole({ reasoning_format: 'none' })).toEqual({
      content: '<think>\nHmm.\n</think>\n\nYes.',
      reasoning: undefined,
      tokens: 5,
    })
    expect(await whole({ thinking_budget_tokens: 2 })).toMatchObject({ reasoning: 'Hmm', tokens: 2 })
  })
})
