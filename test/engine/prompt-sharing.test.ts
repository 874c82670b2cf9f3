import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { models } from '../fixtures/models.ts'
import { generate, loaded } from './loaded.ts'

const SLOTS = 4
/** More than one slice, so that others arrive while it is read. */
const LONG = 'the day and a tree '.repeat(130)

let instance: EngineInstance
beforeAll(async () => {
  instance = await loaded(models.random(), { slots: SLOTS })
})
afterAll(() => instance.stop(10_000))

/** What a prompt costs: its tokens, and how many of them had to be computed. */
async function ask(prompt: string, maxTokens = 4): Promise<{ total: number; computed: number; text: string }> {
  const { text, usage } = await generate(instance, { prompt, maxTokens, ignoreEos: true })
  return { text, total: usage.promptTokens, computed: usage.promptTokens - usage.cachedTokens }
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

test.each([
  [4, 'a short answer, which is dropped'],
  [80, 'a long answer, which is kept beside'],
])('a short prompt again computes its last token only: %i tokens of %s', async (maxTokens) => {
  for (const words of [5, 8, 16, 20]) {
    const prompt = `${words} ${maxTokens} ${'friend '.repeat(words)}`
    const first = await ask(prompt, maxTokens)
    expect(first.total).toBeLessThan(33)
    for (const again of [await ask(prompt, maxTokens), await ask(prompt, maxTokens)]) {
      expect(again).toEqual({ ...first, computed: 1 })
    }
  }
})

test('short prompts that arrive together are read once when they are the same', async () => {
  const prompt = 'play with a friend, then go home and sleep'
  const asked = await Promise.all(Array.from({ length: 2 * SLOTS }, () => ask(prompt)))
  const total = asked[0]?.total
  expect(total).toBeLessThan(33)
  expect(asked.map(({ computed }) => computed).toSorted((a, b) => b - a)).toEqual([
    total,
    ...Array(2 * SLOTS - 1).fill(1),
  ])
  expect(new Set(asked.map(({ text }) => text)).size).toBe(1)
})
