import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { models } from '../fixtures/models.ts'
import { generate, loaded } from './loaded.ts'

const LONG = 'the day and a tree '.repeat(130)

let instance: EngineInstance
beforeAll(async () => {
  instance = await loaded(models.mamba(), { slots: 3 })
})
afterAll(() => instance.stop(10_000))

function ask(prompt: string) {
  return generate(instance, { prompt, maxTokens: 6, ignoreEos: true })
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
  const other = await ask(`home ${prompt}`)
  expect(other.usage.cachedTokens).toBe(0)
})

test('what is kept of a prompt outlives its answer, in whatever lane', async () => {
  const alone = await loaded(models.mamba(), { slots: 1 })
  try {
    const task = { prompt: `${LONG}At home`, maxTokens: 6, ignoreEos: true }
    const { text, usage } = await generate(alone, task)
    for (const _ of ['again', 'and again']) {
      const again = await generate(alone, task)
      expect(again).toMatchObject({ text, usage: { cachedTokens: usage.promptTokens - 1 } })
    }
  } finally {
    await alone.stop(10_000)
  }
})

test('prompts that arrive together are read once when they are the same', async () => {
  const prompt = `you ${LONG}`
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
