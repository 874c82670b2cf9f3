import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { models } from '../fixtures/models.ts'
import { builtRuntime } from './built-runtime.ts'

const SLOTS = 4
/** More than one slice, so that others arrive while it is read. */
const LONG = 'the day and a tree '.repeat(130)

let instance: EngineInstance
beforeAll(async () => {
  const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
  const facts = await driver.recognise(models.random())
  if (facts === null) throw new Error('the random model is not recognised')
  const plan = driver.plan('random', facts, { slots: SLOTS, threads: 1 }, { cores: 1 })
  instance = await driver.start(plan, { signal: new AbortController().signal, onProgress() {} })
})
afterAll(() => instance.stop(10_000))

/** What a prompt costs: its tokens, and how many of them had to be computed. */
async function ask(prompt: string): Promise<{ total: number; computed: number; text: string }> {
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0 }
  let text = ''
  let usage = { total: 0, computed: 0 }
  const events = instance.run({ kind: 'generate', prompt, sampling, maxTokens: 4 }, new AbortController().signal)
  for await (const event of events) {
    if (event.type === 'text-delta') text += event.text
    if (event.type === 'usage') {
      usage = { total: event.promptTokens, computed: event.promptTokens - event.cachedTokens }
    }
    if (event.type === 'error') throw new Error(event.error.code)
  }
  return { ...usage, text }
}

test('prompts that arrive together with the same beginning compute it once', async () => {
  const asked = await Promise.all(['mom', 'play', 'friend', 'happy'].map((end) => ask(`${LONG}${end}`)))
  const longest = Math.max(...asked.map(({ total }) => total))
  expect(longest).toBeGreaterThan(600)
  // Whoever computes which part of it, together they compute it once, and each its own end.
  const computed = asked.reduce((sum, one) => sum + one.computed, 0)
  expect(computed).toBeLessThan(longest + 4 * 64)
})

test('a conversation that goes on computes what is new', async () => {
  const first = await ask(`${LONG}One day `)
  const next = await ask(`${LONG}One day ${first.text} and so on`)
  expect(next.computed).toBeLessThan(64)
})

test('a prompt comes back from the shelf after others have used every lane', async () => {
  const prompt = `Once upon ${LONG}`
  expect((await ask(prompt)).computed).toBeGreaterThan(600)
  for (let other = 0; other < SLOTS; other++) await ask(`${other} ${'you can see '.repeat(80)}`)
  const again = await ask(prompt)
  expect(again.computed).toBeLessThan(64)
})
