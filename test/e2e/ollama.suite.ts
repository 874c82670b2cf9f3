import { Ollama } from 'ollama'
import { describe, expect, test } from 'vitest'
import type { TalkingTarget } from './responses.suite.ts'

const WEATHER = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

/** What any client of Ollama's API relies on. */
export function ollamaSuite(target: () => TalkingTarget): void {
  const client = () => new Ollama({ host: target().baseUrl })
  const messages = [{ role: 'user', content: 'Tell me something.' }]
  const options = { temperature: 0, seed: 1 }

  describe('Ollama', () => {
    test('the ollama client chats, whole and streamed', async () => {
      const { model, text } = target()
      const answer = await client().chat({ model, messages, options })
      expect([answer.message.content, answer.done, answer.done_reason]).toEqual([text, true, 'stop'])
      expect(Date.parse(String(answer.created_at))).toBeGreaterThan(0)
      const pieces: string[] = []
      const stream = await client().chat({ model, messages, options, stream: true })
      for await (const part of stream) pieces.push(part.message.content)
      expect(pieces.join('')).toBe(text)
    })

    test('the ollama client generates, whole and streamed', async () => {
      const { model, text } = target()
      const answer = await client().generate({ model, prompt: 'Tell me something.', options })
      expect(answer.response).toBe(text)
      expect(answer.prompt_eval_count).toBeGreaterThan(0)
      const pieces: string[] = []
      const stream = await client().generate({ model, prompt: 'Tell me something.', options, stream: true })
      for await (const part of stream) pieces.push(part.response ?? '')
      expect(pieces.join('')).toBe(text)
    })

    test('a tool is called, and its result answered', async () => {
      const { model, toolModel, text } = target()
      const { message } = await client().chat({ model: toolModel, messages, options, tools: [WEATHER] })
      expect(message.tool_calls?.[0]?.function).toEqual({ name: 'get_weather', arguments: { city: 'Paris' } })
      const result = { role: 'tool', tool_name: 'get_weather', content: 'sunny' }
      const answer = await client().chat({ model, messages: [...messages, message, result], options })
      expect(answer.message.content).toBe(text)
    })

    test('the models are listed and described', async () => {
      const { model } = target()
      const { models } = await client().list()
      expect(models.map((each) => each.name)).toContain(model)
      expect((await client().ps()).models.map((each) => each.name)).toContain(model)
      const shown = await client().show({ model })
      expect(shown.capabilities).toContain('completion')
      expect((await client().version()).version).toMatch(/^\d+\.\d+\.\d+$/)
    })

    test('errors are in words', async () => {
      const { model } = target()
      await expect(client().chat({ model: 'nope', messages })).rejects.toMatchObject({
        status_code: 404,
        error: expect.stringContaining('The model `nope` does not exist here.'),
      })
      await expect(client().chat({ model, messages, options: { top_p: 2 } })).rejects.toMatchObject({
        status_code: 400,
        error: expect.stringContaining('`options.top_p` must be at most 1'),
      })
      await expect(client().delete({ model: 'nope' })).rejects.toMatchObject({ status_code: 404 })
    })
  })
}
