import type { AddressInfo } from 'node:net'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { generateText, stepCountIs, streamText, tool as vercelTool } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../src/core/clock.ts'
import { type Reply, says } from '../fakes/scheduler.ts'
import { fakeServer } from '../fakes/server.ts'

const TEMPLATE =
  '{% for tool in tools or [] %}<tool>{{ tool.function.name }}{% endfor %}{% for message in messages %}<{{ message.role }}>{{ message.content }}{% for call in message.tool_calls or [] %}<tool_call>{{ call.function | tojson }}</tool_call>{% endfor %}{% endfor %}<assistant><think>{# closed by </think> #}'
const CALLS = ['Paris', 'Rome'].map(
  (city) => `<tool_call>\n{"name": "get_weather", "arguments": {"city": "${city}"}}\n</tool_call>\n`,
)

/** Thinks, and asks for the weather of two cities until it has been told. */
const reply: Reply = (task, signal) => {
  const results = String(task.prompt)
    .split('<tool>')
    .slice(2)
    .map((result) => result.split('<')[0])
  const told = says('Known.', '</think>\n\n', `It is ${results.join(' and ')}.`)
  const asks = says('I should ', 'look.', '</think>\n\n', 'Looking.', '\n', ...(CALLS.join('').match(/.{1,7}/gs) ?? []))
  return (results.length === 2 ? told : asks)(task, signal)
}

const weatherOf = (city: string) => `${city === 'Paris' ? 'sunny' : 'rainy'} in ${city}`
const schema = z.object({ city: z.string() })

/** The tool loops of real clients, over real sockets and an engine that recites. */
describe('tools', () => {
  const { app, scheduler } = fakeServer({
    models: [{ id: 'm', chatTemplate: TEMPLATE, reply }],
    serverClock: systemClock,
  })
  let baseURL = ''

  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    baseURL = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v1`
  })

  afterAll(async () => {
    app.server.closeAllConnections()
    await app.close()
  })

  describe('openai', () => {
    const client = () => new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
    const messages = [{ role: 'user', content: 'Weather in Paris and Rome?' }] as const
    const tools = () => [
      {
        type: 'function' as const,
        function: {
          name: 'get_weather',
          description: 'The weather in a city',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          parse: (args: string) => schema.parse(JSON.parse(args)),
          function: ({ city }: { city: string }) => weatherOf(city),
        },
      },
    ]

    test('runTools', async () => {
      const runner = client().chat.completions.runTools({ model: 'm', messages: [...messages], tools: tools() })
      expect(await runner.finalContent()).toBe('It is sunny in Paris and rainy in Rome.')
      const asked = runner.allChatCompletions()[0]?.choices[0]
      expect([asked?.finish_reason, asked?.message.content]).toEqual(['tool_calls', 'Looking.'])
      expect(scheduler.running).toBe(0)
    })

    test('runTools, streamed', async () => {
      const runner = client().chat.completions.runTools({
        model: 'm',
        messages: [...messages],
        tools: tools(),
        stream: true,
      })
      expect(await runner.finalContent()).toBe('It is sunny in Paris and rainy in Rome.')
      const calls = runner.messages.flatMap((message) => ('tool_calls' in message ? (message.tool_calls ?? []) : []))
      expect(calls.map((call) => (call.type === 'function' ? call.function.arguments : ''))).toEqual([
        '{"city": "Paris"}',
        '{"city": "Rome"}',
      ])
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
    })

    test('the stream helper tells each call when it is done', async () => {
      const stream = client().chat.completions.stream({ model: 'm', messages: [...messages], tools: tools() })
      const done: string[] = []
      stream.on('tool_calls.function.arguments.done', ({ name, arguments: args, index }) =>
        done.push(`${index} ${name} ${args}`),
      )
      const { choices } = await stream.finalChatCompletion()
      expect(done).toEqual(['0 get_weather {"city": "Paris"}', '1 get_weather {"city": "Rome"}'])
      expect(choices[0]?.finish_reason).toBe('tool_calls')
    })
  })

  describe('the AI SDK', () => {
    const model = () => createOpenAICompatible({ name: 'trivet', baseURL, includeUsage: true })('m')
    const tools = {
      get_weather: vercelTool({
        description: 'The weather',
        inputSchema: schema,
        execute: async ({ city }) => weatherOf(city),
      }),
    }
    const asked = () => ({ model: model(), tools, prompt: 'Weather?', stopWhen: stepCountIs(3), maxRetries: 0 })

    test('generateText', async () => {
      const { text, reasoningText, steps, totalUsage } = await generateText(asked())
      expect([text, reasoningText]).toEqual(['It is sunny in Paris and rainy in Rome.', 'Known.'])
      expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
      expect(steps[0]?.toolCalls.map(({ input }) => input)).toEqual([{ city: 'Paris' }, { city: 'Rome' }])
      expect(totalUsage.reasoningTokens).toBe(5)
    })

    test('streamText', async () => {
      const result = streamText(asked())
      const parts: string[] = []
      for await (const part of result.fullStream) parts.push(part.type)
      expect(await result.text).toBe('It is sunny in Paris and rainy in Rome.')
      expect(parts.filter((type) => type === 'tool-call' || type === 'tool-result').length).toBe(4)
      expect(parts.includes('error')).toBe(false)
      expect((await result.steps).map(({ reasoningText }) => reasoningText)).toEqual(['I should look.', 'Known.'])
    })
  })

  describe('LangChain', () => {
    const weather = tool(({ city }: { city: string }) => weatherOf(city), {
      name: 'get_weather',
      description: 'The weather',
      schema,
    })
    const model = () =>
      new ChatOpenAI({ model: 'm', apiKey: 'none', maxRetries: 0, configuration: { baseURL } }).bindTools([weather])

    test('bindTools', async () => {
      const first = await model().invoke([{ role: 'user', content: 'Weather?' }])
      expect(first.tool_calls?.map(({ name, args }) => [name, args])).toEqual([
        ['get_weather', { city: 'Paris' }],
        ['get_weather', { city: 'Rome' }],
      ])
      const results = await Promise.all((first.tool_calls ?? []).map((call) => weather.invoke(call)))
      const last = await model().invoke([{ role: 'user', content: 'Weather?' }, first, ...results])
      expect(last.content).toBe('It is sunny in Paris and rainy in Rome.')
    })

    test('streamed', async () => {
      let whole = null
      for await (const chunk of await model().stream('Weather?')) whole = whole ? whole.concat(chunk) : chunk
      expect(whole?.tool_calls?.map(({ args }) => args)).toEqual([{ city: 'Paris' }, { city: 'Rome' }])
    })
  })
})
