import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sampling } from '../../src/core/sampling.ts'
import { RandomEngine } from './random-engine.ts'

/** The random model's token `:`, made likely where something has to wait for it. */
const COLON = 287

describe('a grammar on llama.cpp', () => {
  let engine: RandomEngine
  beforeAll(async () => {
    engine = await RandomEngine.start()
  })
  afterAll(() => engine.stop())

  const run: RandomEngine['answer'] = (...request) => engine.answer(...request)

  const seeds = Array.from({ length: 8 }, (_, seed) => seed)

  it('lets nothing through but what fits, and ends where the grammar ends', async () => {
    const answers = await Promise.all(seeds.map((seed) => run('root ::= "yes" | "no"', seed)))
    for (const { reason } of answers) expect(reason).toBe('stop')
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['yes', 'no']))
  })

  it('counts whole characters of real UTF-8 only, whatever the bytes and control tokens are', async () => {
    const answers = await Promise.all(seeds.map((seed) => run('root ::= [^a-z]{20}', seed)))
    for (const { text, reason } of answers) {
      expect(reason).toBe('stop')
      expect([...text]).toHaveLength(20)
      expect(text).not.toMatch(/[a-z\ufffd]/)
    }
  })

  it('holds under every way of choosing', async () => {
    const ways: Partial<Sampling>[] = [
      { temperature: 0 },
      { topK: 1 },
      { topP: 0.01 },
      { minP: 0.9 },
      { mirostat: { version: 1, tau: 5, eta: 0.1 } },
      { mirostat: { version: 2, tau: 5, eta: 0.1 } },
      { repetitionPenalty: 2, presencePenalty: 2 },
      { logitBias: [[10, 100]] },
      { xtc: { probability: 1, threshold: 0.01 } },
    ]
    for (const way of ways) {
      const { text, reason } = await run('root ::= [0-9]{3} "-" [0-9]{4}', 1, {}, way)
      expect([text, reason]).toEqual([expect.stringMatching(/^\d{3}-\d{4}$/), 'stop'])
    }
  })

  it('gives the same text for the same seed', async () => {
    const grammar = 'root ::= [a-zé]{40}'
    const [first, second, other] = await Promise.all([run(grammar, 3), run(grammar, 3), run(grammar, 4)])
    expect(second).toEqual(first)
    expect(other.text).not.toBe(first.text)
  })

  it('ends a finished text, even where an end of turn was to be ignored', async () => {
    expect(await run('root ::= "done"', 1, { ignoreEos: true })).toEqual({ text: 'done', reason: 'stop', error: null })
  })

  it('cuts at the limit of tokens and says so', async () => {
    const { text, reason } = await run('root ::= "[" [0-9]{9} "]"', 1, { maxTokens: 5 })
    expect([text, reason]).toEqual([expect.stringMatching(/^\[\d{4}$/), 'length'])
  })

  it('refuses what it cannot read, in words, and goes on', async () => {
    for (const grammar of ['root ::= (', 'root ::= nowhere', 'start ::= "a"', 'root ::= root "a"']) {
      expect(await run(grammar, 1)).toEqual({ text: '', reason: null, error: 'invalid_value' })
    }
    expect((await run('root ::= "still here"', 1)).text).toBe('still here')
  })

  it('begins late when it waits for a trigger', async () => {
    const constraint = { grammar: 'root ::= ":" "ok"', triggers: ['[^:]*(:)'] }
    const { text } = await run('', 2, { constraint }, { logitBias: [[COLON, 6]] })
    expect(text).toMatch(/^[^:]+:ok$/)
  })
})
