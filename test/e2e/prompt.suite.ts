import { describe, expect, test } from 'vitest'
import type { Target } from './target.ts'

/** What a server tells of a prompt, against what it then answers from. */
export function promptSuite(target: () => Target): void {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Wörld?' },
  ]

  async function post(path: string, fields: object): Promise<{ status: number; headers: Headers; body: unknown }> {
    const { baseUrl, model } = target()
    const response = await fetch(`${baseUrl}/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...fields }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  describe('a prompt', () => {
    test('is told, counted and tokenized as it is then answered', async () => {
      const { body: rendered } = await post('chat/render', { messages })
      const { prompt, tokens } = rendered as { prompt: string; tokens: number[] }
      expect(prompt).toContain('Wörld?')
      expect((await post('tokenize', { text: prompt })).body).toMatchObject({ tokens, count: tokens.length })
      expect((await post('detokenize', { tokens })).body).toMatchObject({ text: prompt })
      const counts = { prompt_tokens: tokens.length }
      expect((await post('chat/input_tokens', { messages })).body).toMatchObject({ input_tokens: tokens.length })
      expect((await post('chat/context-budget', { messages })).body).toMatchObject({ ...counts, fits: true })
      expect((await post('chat/completions', { messages, max_tokens: 1 })).body).toMatchObject({ usage: counts })
    })

    test('that is too long loses its oldest turns when that is allowed', async () => {
      const { body } = await post('chat/context-budget', { messages })
      const { context_tokens: context } = body as { context_tokens: number }
      const turn = [
        { role: 'user', content: 'x'.repeat(Math.ceil(context * 0.6)) },
        { role: 'assistant', content: 'y' },
      ]
      const long = { messages: [messages[0], ...turn, ...turn, messages[1]], max_tokens: 1 }
      expect((await post('chat/completions', long)).status).toBe(400)
      const cut = await post('chat/completions', { ...long, truncation: 'auto' })
      expect([cut.status, cut.headers.get('x-trivet-truncated')]).toEqual([200, 'messages=2'])
      expect(cut.body).toMatchObject({ truncated: { messages: [1, 2] } })
    })
  })
}
