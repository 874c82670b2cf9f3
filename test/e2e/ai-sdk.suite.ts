import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { describe, expect, test } from 'vitest'
import type { TalkingTarget } from './responses.suite.ts'

/** What the AI SDK's OpenAI provider relies on, which speaks the Responses API and checks every event. */
export function aiSdkSuite(target: () => TalkingTarget): void {
  const model = (id: string) =>
    createOpenAI({ baseURL: `${target().baseUrl}/v1`, apiKey: 'none' }).responses(id as 'gpt-4o')
  const weather = tool({
    description: 'The weather of a city.',
    inputSchema: jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    }),
    execute: async ({ city }) => `sunny in ${city}`,
  })

  describe('the AI SDK', () => {
    test('reads a response and a stream', async () => {
      const { text, usage, finishReason } = await generateText({ model: model(target().model), prompt: 'Hello' })
      expect([text, finishReason]).toEqual([target().text, 'stop'])
      expect(usage.inputTokens).toBeGreaterThan(0)
      const stream = streamText({ model: model(target().model), prompt: 'Hello' })
      const pieces: string[] = []
      for await (const piece of stream.textStream) pieces.push(piece)
      expect([pieces.join(''), await stream.finishReason]).toEqual([target().text, 'stop'])
    })

    test('calls a tool and goes on with its result, by reference to what is stored', async () => {
      const { steps } = await generateText({
        model: model(target().toolModel),
        prompt: 'How is the weather in Paris?',
        tools: { get_weather: weather },
        stopWhen: stepCountIs(2),
      })
      expect(steps.length).toBe(2)
      expect(steps[0]?.toolResults[0]).toMatchObject({ input: { city: 'Paris' }, output: 'sunny in Paris' })
    })

    test('streams a call', async () => {
      const stream = streamText({
        model: model(target().toolModel),
        prompt: 'How is the weather in Paris?',
        tools: { get_weather: weather },
      })
      const calls = await stream.toolCalls
      expect(calls.map((call) => [call.toolName, call.input])).toEqual([['get_weather', { city: 'Paris' }]])
    })
  })
}
