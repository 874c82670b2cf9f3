import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import type { TalkingTarget } from './responses.suite.ts'

const WEATHER: Anthropic.Tool = {
  name: 'get_weather',
  description: 'The weather of a city.',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

/** What any client of Anthropic's Messages API relies on. */
export function messagesSuite(target: () => TalkingTarget): void {
  const client = () => new Anthropic({ baseURL: target().baseUrl, apiKey: 'none', maxRetries: 0 })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Tell me something.' }]
  const params = () => ({ model: target().model, max_tokens: 64, temperature: 0, messages })

  describe('messages', () => {
    test('the Anthropic client reads one', async () => {
      const message = await client().messages.create(params())
      expect(message.content).toEqual([{ type: 'text', text: target().text }])
      expect([message.role, message.stop_reason]).toEqual(['assistant', 'end_turn'])
      const beta = await client().beta.messages.create({ ...params(), betas: ['context-1m-2025-08-07'] })
      expect(beta.content).toMatchObject(message.content)
    })

    test('the Anthropic client reads a stream, whose start tells the size of the prompt', async () => {
      const { input_tokens } = await client().messages.countTokens({ model: target().model, messages })
      const stream = client().messages.stream(params())
      let started = 0
      stream.on('streamEvent', (event) => {
        if (event.type !== 'message_start') return
        const { usage } = event.message
        started = usage.input_tokens + (usage.cache_read_input_tokens ?? 0)
      })
      const final = await stream.finalMessage()
      expect(final.content).toMatchObject([{ type: 'text', text: target().text }])
      expect(started).toBe(input_tokens)
    })

    test('a tool is called, and its result answered', async () => {
      const asked = { ...params(), model: target().toolModel, tools: [WEATHER] }
      const called = await client().messages.create(asked)
      const use = called.content.find((block) => block.type === 'tool_use')
      expect([called.stop_reason, use?.name, use?.input]).toEqual(['tool_use', 'get_weather', { city: 'Paris' }])
      const streamed = await client().messages.stream(asked).finalMessage()
      expect(streamed.content.find((block) => block.type === 'tool_use')?.input).toEqual({ city: 'Paris' })
      const answered = await client().messages.create({
        ...params(),
        tools: [WEATHER],
        messages: [
          ...messages,
          { role: 'assistant', content: called.content },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id ?? '', content: 'sunny' }] },
        ],
      })
      expect(answered.content).toEqual([{ type: 'text', text: target().text }])
    })

    test('errors are told in its own classes', async () => {
      const unknown = client().messages.create({ ...params(), model: 'nope' })
      await expect(unknown).rejects.toBeInstanceOf(Anthropic.NotFoundError)
      const image = { type: 'base64' as const, media_type: 'image/png' as const, data: 'AA==' }
      const picture = client().messages.create({
        ...params(),
        messages: [{ role: 'user', content: [{ type: 'image', source: image }] }],
      })
      await expect(picture).rejects.toBeInstanceOf(Anthropic.BadRequestError)
    })
  })
}
