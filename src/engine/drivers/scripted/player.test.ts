import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '../../../core/event.ts'
import { NEUTRAL_SAMPLING } from '../../../core/sampling.ts'
import { playReply } from './player.ts'
import { type ScriptSource, scriptSchema } from './script.ts'
import type { Stage } from './stage.ts'

/** A stage on which nothing takes time. */
function stage(): Stage & { readonly seen: string[] } {
  const seen: string[] = []
  return {
    seen,
    async wait({ delayMs, waitFor }, signal) {
      signal?.throwIfAborted()
      if (delayMs !== undefined) seen.push(`delay ${delayMs}`)
      if (waitFor !== undefined) seen.push(`wait for ${waitFor}`)
    },
    log: ({ log }) => void (log !== undefined && seen.push(`log ${log}`)),
    end: ({ crash }) => void (crash !== undefined && seen.push(`crash ${crash}`)),
  }
}

async function play(script: ScriptSource, prompt = 'say it', maxTokens: number | null = null, on = stage()) {
  const parsed = scriptSchema.parse(script)
  const task = { kind: 'generate', prompt, sampling: NEUTRAL_SAMPLING, maxTokens } as const
  const events: EngineEvent[] = []
  const { signal } = new AbortController()
  for await (const event of playReply(parsed, task, parsed.contextTokens, on, signal)) events.push(event)
  return events
}

const usage = (promptTokens: number, completionTokens: number) =>
  ({ type: 'usage', promptTokens, completionTokens, cachedTokens: 0 }) as const
const text = (text: string, tokens = 1) => ({ type: 'text-delta', text, tokens }) as const
const finish = (reason: 'stop' | 'length') => ({ type: 'finish', reason }) as const

describe('a reply', () => {
  test('is its steps in order, then usage with the token that ends the turn, then the finish', async () => {
    const on = stage()
    const steps = [
      { progress: 0.5 },
      { progress: 1, log: 'decoding' },
      { text: 'Hello', delayMs: 5 },
      { text: ' 🐢', tokens: 3, waitFor: 'gate' },
      { text: '!', repeat: 2, delayMs: 1 },
    ]
    expect(await play({ replies: [{ steps }] }, 'one two three four', null, on)).toEqual([
      { type: 'prompt-progress', done: 2, total: 4, cached: 0 },
      { type: 'prompt-progress', done: 4, total: 4, cached: 0 },
      text('Hello'),
      text(' 🐢', 3),
      text('!'),
      text('!'),
      usage(4, 7),
      finish('stop'),
    ])
    expect(on.seen).toEqual(['log decoding', 'delay 5', 'wait for gate', 'delay 1', 'delay 1'])
  })

  test('is the first whose words are in the prompt', async () => {
    const replies = ['a', 'b', undefined].map((when) => ({
      ...(when === undefined ? {} : { when }),
      steps: [{ text: `to ${when}` }],
    }))
    const said = async (prompt: string) => (await play({ replies }, prompt))[0]
    expect(await said('a and b')).toEqual(text('to a'))
    expect(await said('b')).toEqual(text('to b'))
    expect(await said('c')).toEqual(text('to undefined'))
  })

  test('that is missing is an error', async () => {
    const error = { code: 'engine_error', details: { reason: 'the script has no reply to this prompt.' }, param: null }
    expect(await play({ replies: [] })).toEqual([{ type: 'error', error }])
  })

  test('with an error ends there', async () => {
    const steps = [{ text: 'a' }, { error: 'out of cells' }, { text: 'b' }]
    const error = { code: 'engine_error', details: { reason: 'out of cells' }, param: null }
    expect(await play({ replies: [{ steps }] })).toEqual([text('a'), { type: 'error', error }])
  })

  test('crashes after what was said before', async () => {
    const on = stage()
    await play({ replies: [{ steps: [{ text: 'a', log: 'abort!', crash: 'SIGABRT' }] }] }, 'p', null, on)
    expect(on.seen).toEqual(['log abort!', 'crash SIGABRT'])
  })
})

describe('a limit', () => {
  const replies = [{ steps: [{ text: 'a' }, { text: 'é', tokens: 2 }, { text: 'b' }] }]

  test.each([
    [1, [text('a'), usage(2, 1), finish('length')]],
    [2, [text('a'), text('', 1), usage(2, 2), finish('length')]],
    [3, [text('a'), text('é', 2), usage(2, 3), finish('length')]],
    [4, [text('a'), text('é', 2), text('b'), usage(2, 4), finish('length')]],
    [5, [text('a'), text('é', 2), text('b'), usage(2, 5), finish('stop')]],
  ])('of %i tokens is kept exactly', async (maxTokens, expected) => {
    expect(await play({ replies }, 'two words', maxTokens)).toEqual(expected)
  })

  test('is the context too', async () => {
    const events = await play({ contextTokens: 5, replies }, 'two words')
    expect(events.slice(-2)).toEqual([usage(2, 3), finish('length')])
  })

  test('that the prompt alone reaches refuses it', async () => {
    const details = { limit: 2, prompt: 2 }
    const error = { code: 'context_length_exceeded', details, param: null }
    expect(await play({ contextTokens: 2, replies }, 'two words')).toEqual([{ type: 'error', error }])
  })
})
