import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EngineEvent } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING, type Sampling } from '../../src/core/sampling.ts'
import type { GenerateTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { builtRuntime } from '../engine/built-runtime.ts'
import { models } from '../fixtures/models.ts'

/** The random model's token `:`, made likely where something has to wait for it. */
const COLON = 287

/** A model of random weights that knows every byte: whatever sense its answers make is the grammar's. */
describe('a grammar on llama.cpp', () => {
  let instance: EngineInstance

  beforeAll(async () => {
    const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
    const facts = await driver.recognise(models.random())
    if (facts === null) throw new Error('the random model is not recognised')
    const plan = driver.plan('random', facts, { slots: 4, threads: 1 }, { cores: 1 })
    instance = await driver.start(plan, { signal: new AbortController().signal, onProgress() {} })
  })
  afterAll(() => instance.stop(10_000))

  async function run(
    grammar: string,
    seed: number,
    more: Partial<GenerateTask> = {},
    sampling: Partial<Sampling> = {},
  ) {
    const events: EngineEvent[] = []
    const task: GenerateTask = {
      kind: 'generate',
      prompt: 'Say it.',
      sampling: { ...NEUTRAL_SAMPLING, temperature: 2, seed, ...sampling },
      maxTokens: 200,
      constraint: { grammar },
      ...more,
    }
    for await (const event of instance.run(task, new AbortController().signal)) events.push(event)
    return {
      text: events.map((event) => (event.type === 'text-delta' ? event.text : '')).join(''),
      last: events.at(-1),
    }
  }

  const seeds = Array.from({ length: 8 }, (_, seed) => seed)
  const stopped = { type: 'finish', reason: 'stop' }

  it('lets nothing through but what fits, and ends where the grammar ends', async () => {
    const answers = await Promise.all(seeds.map((seed) => run('root ::= "yes" | "no"', seed)))
    for (const { last } of answers) expect(last).toEqual(stopped)
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['yes', 'no']))
  })

  it('counts whole characters of real UTF-8 only, whatever the bytes and control tokens are', async () => {
    const answers = await Promise.all(seeds.map((seed) => run('root ::= [^a-z]{20}', seed)))
    for (const { text, last } of answers) {
      expect(last).toEqual(stopped)
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
      const { text, last } = await run('root ::= [0-9]{3} "-" [0-9]{4}', 1, {}, way)
      expect([text, last]).toEqual([expect.stringMatching(/^\d{3}-\d{4}$/), stopped])
    }
  })

  it('gives the same text for the same seed', async () => {
    const grammar = 'root ::= [a-zé]{40}'
    const [first, second, other] = await Promise.all([run(grammar, 3), run(grammar, 3), run(grammar, 4)])
    expect(second).toEqual(first)
    expect(other.text).not.toBe(first.text)
  })

  it('ends a finished text, even where an end of turn was to be ignored', async () => {
    const { text, last } = await run('root ::= "done"', 1, { ignoreEos: true })
    expect([text, last]).toEqual(['done', stopped])
  })

  it('cuts at the limit of tokens and says so', async () => {
    const { text, last } = await run('root ::= "[" [0-9]* "]"', 1, { maxTokens: 5 })
    expect(last?.type === 'finish' && last.reason).toBe(text.endsWith(']') ? 'stop' : 'length')
    expect(text).toMatch(/^\[\d*/)
  })

  it('refuses what it cannot read, in words, and goes on', async () => {
    for (const grammar of ['root ::= (', 'root ::= nowhere', 'start ::= "a"', 'root ::= root "a"']) {
      const { last } = await run(grammar, 1)
      expect(last).toMatchObject({ type: 'error', error: { code: 'invalid_value' } })
    }
    expect((await run('root ::= "still here"', 1)).text).toBe('still here')
  })

  it('begins late when it waits for a trigger', async () => {
    const constraint = { grammar: 'root ::= ":" "ok"', triggers: ['[^:]*(:)'] }
    const { text } = await run('', 2, { constraint }, { logitBias: [[COLON, 6]] })
    expect(text).toMatch(/^[^:]+:ok$/)
  })
})
