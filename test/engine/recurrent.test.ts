import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Usage } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { models } from '../fixtures/models.ts'
import { builtRuntime } from './built-runtime.ts'

const LONG = 'the day and a tree '.repeat(130)

let instance: EngineInstance
beforeAll(async () => {
  const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
  const facts = await driver.recognise(models.mamba())
  if (facts === null) throw new Error('the mamba model is not recognised')
  const plan = driver.plan('mamba', facts, { slots: 3, threads: 1 }, { cores: 1 })
  instance = await driver.start(plan, { signal: new AbortController().signal, onProgress() {} })
})
afterAll(() => instance.stop(10_000))

/** @param tokens of the answer */
async function ask(prompt: string, tokens = 6): Promise<{ text: string; usage: Usage }> {
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0 }
  let text = ''
  const task = { kind: 'generate', prompt, sampling, maxTokens: tokens, ignoreEos: true } as const
  for await (const event of instance.run(task, new AbortController().signal)) {
    if (event.type === 'text-delta') text += event.text
    if (event.type === 'error') throw event.error
    if (event.type === 'usage') return { text, usage: event }
  }
  throw new Error('no usage was told')
}

test('the same prompt says the same, from its state as from nothing, alone and beside others', async () => {
  const prompt = `${LONG}One day`
  const first = await ask(prompt)
  expect(first.usage.cachedTokens).toBe(0)
  expect(first.usage.promptTokens).toBeGreaterThan(600)
  const others = ['happy', 'friend', 'play'].map((word) => ask(`${word} ${LONG.slice(0, 400)}`))
  expect((await ask(prompt)).text).toBe(first.text)
  await Promise.all(others)
  expect((await Promise.all([ask(prompt), ask(prompt), ask(prompt)])).map(({ text }) => text)).toEqual(
    Array(3).fill(first.text),
  )
})

test('what was read is not read again when the text goes on, though its state can not be cut', async () => {
  const prompt = `${LONG}And then`
  const first = await ask(prompt)
  // The state before the prompt's last token was kept.
  const kept = first.usage.promptTokens - 1
  expect((await ask(prompt)).usage.cachedTokens).toBe(kept)
  const next = await ask(`${prompt} you can see a tree`)
  expect(next.usage.cachedTokens).toBe(kept)
  // A beginning that differs is of no use.
  const other = await ask(`happy ${prompt}`)
  expect(other.usage.cachedTokens).toBe(0)
})

test('prompts that arrive together are read once when they are the same', async () => {
  const prompt = `friend ${LONG}`
  // However the first has got when the others come: one starts before, one with it, one a little later.
  const first = ask(prompt)
  const later = new Promise((resolve) => setImmediate(resolve)).then(() => ask(prompt))
  const answers = await Promise.all([first, ask(prompt), later])
  const computed = answers.map(({ usage }) => usage.promptTokens - usage.cachedTokens)
  expect(computed.toSorted((a, b) => a - b)).toEqual([1, 1, answers[0]?.usage.promptTokens])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})

test('guessing ahead is refused, for a wrong guess could not be taken back', () => {
  expect(instance.capabilities.parameters.speculation).toBe('refused')
})
