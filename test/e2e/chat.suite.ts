import { createParser } from 'eventsource-parser'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openai, postChat, type Target } from './target.ts'

type Params = Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>

/** Greedy and short, so that the same request has the same answer. */
const STEADY = { temperature: 0, seed: 1, max_tokens: 24 } as const
const MESSAGES = [{ role: 'user', content: 'Tell me something.' }] as const

/** What any client of OpenAI's chat completions relies on, of any server with any model. */
export function chatSuite(target: () => Target): void {
  const params = (more: Params = {}) => ({ model: target().model, messages: [...MESSAGES], ...STEADY, ...more })
  const whole = (more: Params = {}) => openai(target()).chat.completions.create(params(more))
  const streamed = async (more: Params = {}) => {
    const options = { stream: true, stream_options: { include_usage: true } } as const
    const stream = await openai(target()).chat.completions.create({ ...params(more), ...options })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    return chunks
  }
  const said = (chunks: readonly OpenAI.ChatCompletionChunk[], index = 0): string =>
    chunks
      .flatMap((chunk) => chunk.choices)
      .filter((choice) => choice.index === index)
      .map((choice) => choice.delta.content ?? '')
      .join('')

  describe('an answer', () => {
    test('is true in all it says', async () => {
      const before = Math.floor(Date.now() / 1000)
      const answer = await whole()
      expect(answer.id).toMatch(/^chatcmpl-/)
      expect(answer.created).toBeGreaterThanOrEqual(before - 1)
      expect(answer).toMatchObject({ object: 'chat.completion', model: target().model })
      expect(answer.system_fingerprint).toMatch(/./)
      expect(answer.choices.length).toBe(1)
      expect(answer.choices[0]?.message.role).toBe('assistant')
      expect(['stop', 'length']).toContain(answer.choices[0]?.finish_reason)
      const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = answer.usage ?? {}
      expect(prompt_tokens).toBeGreaterThan(0)
      expect(completion_tokens).toBeGreaterThan(0)
      expect(completion_tokens).toBeLessThanOrEqual(STEADY.max_tokens)
      expect(total_tokens).toBe(prompt_tokens + completion_tokens)
    })

    test('is the same when streamed, usage included', async () => {
      const [answer, chunks] = [await whole(), await streamed()]
      expect(said(chunks)).toBe(answer.choices[0]?.message.content)
      const { prompt_tokens, completion_tokens, total_tokens } = answer.usage ?? {}
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens, completion_tokens, total_tokens } })
      const reasons = chunks.flatMap((chunk) => chunk.choices.flatMap((choice) => choice.finish_reason ?? []))
      expect(reasons).toEqual([answer.choices[0]?.finish_reason])
    })

    test('is the same among seven others', async () => {
      const alone = said(await streamed())
      const together = await Promise.all(Array.from({ length: 8 }, () => streamed()))
      expect(together.map((chunks) => said(chunks))).toEqual(Array.from({ length: 8 }, () => alone))
    })

    test('ends at max_tokens', async () => {
      const { choices, usage } = await whole({ max_tokens: 1 })
      expect(usage?.completion_tokens).toBe(1)
      expect(choices[0]?.finish_reason).toBe('length')
      const both = await whole({ max_tokens: 5, max_completion_tokens: 1 })
      expect(both.usage?.completion_tokens).toBe(1)
    })

    test('of three choices has three, and counts them together', async () => {
      const { choices, usage } = await whole({ n: 3, temperature: 1, max_tokens: 8 })
      expect(choices.map((choice) => choice.index)).toEqual([0, 1, 2])
      const chunks = await streamed({ n: 3, temperature: 1, max_tokens: 8 })
      expect(choices.map((choice) => choice.message.content)).toEqual([0, 1, 2].map((index) => said(chunks, index)))
      expect(chunks.at(-1)?.usage?.completion_tokens).toBe(usage?.completion_tokens)
    })
  })

  describe('stop strings', () => {
    test('cut exactly, streamed or not', async () => {
      const text = (await whole()).choices[0]?.message.content ?? ''
      expect(text.length).toBeGreaterThan(12)
      for (const length of [1, 6]) {
        const middle = Math.floor(text.length / 2)
        const stop = text.slice(middle, middle + length)
        const expected = text.slice(0, text.indexOf(stop))
        const answer = await whole({ stop })
        expect([answer.choices[0]?.message.content, answer.choices[0]?.finish_reason]).toEqual([expected, 'stop'])
        const chunks = await streamed({ stop: [stop] })
        expect(said(chunks)).toBe(expected)
        expect(chunks.at(-1)?.usage?.completion_tokens).toBe(answer.usage?.completion_tokens)
      }
    })

    test.each<Params>([{ stop: [] }, { stop: null }, { stop: '' }, { stop: [''] }])(
      '%j stops nowhere',
      async (none) => {
        expect((await whole(none)).choices[0]?.message).toEqual((await whole()).choices[0]?.message)
      },
    )
  })

  describe('the wire', () => {
    const frames = async (more: Params): Promise<string[]> => {
      const response = await postChat(target(), JSON.stringify({ ...params(more), stream: true }))
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer())
      expect(text.split('\n').filter((line) => line !== '' && !/^(data: |:)/.test(line))).toEqual([])
      const data: string[] = []
      createParser({ onEvent: (event) => data.push(event.data) }).feed(text)
      return data
    }

    test('is JSON a frame, then [DONE], no usage unasked', async () => {
      const data = await frames({})
      expect(data.at(-1)).toBe('[DONE]')
      const chunks = data.slice(0, -1).map((frame) => JSON.parse(frame))
      expect(chunks.filter((chunk) => chunk.choices.length === 0 || chunk.usage)).toEqual([])
      expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
    })

    test('has usage null until the last frame when it was asked for', async () => {
      const data = await frames({ stream_options: { include_usage: true } } as Params)
      const chunks = data.slice(0, -1).map((frame) => JSON.parse(frame))
      expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
      expect(chunks.at(-1).usage.total_tokens).toBeGreaterThan(0)
    })
  })

  describe('messages', () => {
    const promptTokens = async (messages: object[]): Promise<number | undefined> => {
      const answer = await whole({ messages: messages as Params['messages'] & object, max_tokens: 1 })
      return answer.usage?.prompt_tokens
    }

    test('parts are text', async () => {
      const parts = [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]
      expect(await promptTokens([{ role: 'user', content: parts }])).toBe(
        await promptTokens([{ role: 'user', content: 'a\nb' }]),
      )
    })

    test('a turn of tool calls is the same with null, empty or no content', async () => {
      const call = { id: 'c00000001', type: 'function', function: { name: 'get_time', arguments: '{}' } }
      const counts = []
      for (const content of [{ content: null }, {}, { content: '' }]) {
        const turn = { role: 'assistant', ...content, tool_calls: [call] }
        const result = { role: 'tool', tool_call_id: 'c00000001', content: '12:00' }
        counts.push(await promptTokens([...MESSAGES, turn, result]))
      }
      expect(counts[0]).toBeGreaterThan(0)
      expect(new Set(counts).size).toBe(1)
    })

    test('null parameters are absent ones', async () => {
      const nulls = Object.fromEntries(
        [
          'temperature',
          'top_p',
          'stop',
          'n',
          'logit_bias',
          'tools',
          'tool_choice',
          'response_format',
          'stream',
          'user',
        ].map((name) => [name, null]),
      )
      const response = await postChat(target(), JSON.stringify({ ...params(), ...nulls }))
      expect(response.status).toBe(200)
    })
  })

  describe('leaving', () => {
    test('frees the model, streaming or not', async () => {
      const running = async (): Promise<number> => {
        const { baseUrl, model } = target()
        const response = await fetch(`${baseUrl}/v1/models/${encodeURIComponent(model)}`)
        const { running, waiting } = (await response.json()) as { running: number; waiting: number }
        return running + waiting
      }
      const stream = await openai(target()).chat.completions.create({ ...params({ max_tokens: 10_000 }), stream: true })
      for await (const _ of stream) break
      await expect.poll(running, { timeout: 20_000 }).toBe(0)

      const leaving = new AbortController()
      const request = openai(target()).chat.completions.create(params({ max_tokens: 10_000 }), {
        signal: leaving.signal,
      })
      leaving.abort()
      await expect(request).rejects.toThrow(/abort/i)
      await expect.poll(running, { timeout: 20_000 }).toBe(0)
      expect((await whole()).choices.length).toBe(1)
    })
  })
}
