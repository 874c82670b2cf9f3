import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { GenerateTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { scratch } from '../fakes/scratch.ts'
import { demoPrompt, generate, loaded, modelFile } from './loaded.ts'

const MOST_KEPT = 8
const QUESTION = demoPrompt('Who are you?')

const folder = scratch()
let instance: EngineInstance
beforeAll(async () => {
  instance = await loaded(modelFile('demo'), { slots: 2, contextTokens: 256, draftModel: modelFile('demo-draft') })
})
afterAll(() => instance.stop(10_000))

/** Twelve files of the same, under names of their own. */
function copies(name: string): readonly string[] {
  return Array.from({ length: 12 }, (_, at) => {
    const path = join(folder, `${name}-${at}.gguf`)
    copyFileSync(modelFile(name), path)
    return path
  })
}

async function answers(
  tasks: readonly Partial<GenerateTask>[],
  of: EngineInstance = instance,
): Promise<readonly string[]> {
  const texts: string[] = []
  for (const task of tasks) texts.push((await generate(of, { prompt: QUESTION, maxTokens: 12, ...task })).text)
  return texts
}

test('of the adapters that requests name some stay loaded, and each does what it does', async () => {
  const files = copies('demo-pirate-lora')
  const [first = ''] = files
  const order = [...files, first, first]
  // So it keeps no prompts, which would count too.
  const exact = await loaded(modelFile('demo'), { slots: 2, contextTokens: 256, deterministic: true })
  onTestFinished(() => exact.stop(10_000))
  const texts = await answers(
    order.map((path) => ({ adapters: [{ path, scale: 1 }] })),
    exact,
  )
  expect(texts[0]).toContain('Arr!')
  expect(texts).toEqual(order.map(() => texts[0]))
  expect(exact.extraBytes()).toBe(MOST_KEPT * statSync(first).size)
  // The one that the context has applied may have to go too.
  const beside = await Promise.all([answers([{ adapters: [{ path: first, scale: 1 }] }], exact), answers([{}], exact)])
  expect(beside[0][0]).toBe(texts[0])
  expect(beside[1][0]).not.toContain('Arr!')
})

test('of the draft models that requests name some stay loaded; the one of the load is not counted, nor loaded again', async () => {
  const draftModel = modelFile('demo-draft')
  const wish = { kind: 'draft-simple', maxTokens: 3, minTokens: 0, minProbability: 0 } as const
  const [plain] = await answers([{ speculation: null }, { speculation: null }])
  const before = instance.extraBytes()
  const own = await answers([{}, { speculation: { ...wish, draftModel } }])
  expect(own).toEqual([plain, plain])
  expect(instance.extraBytes()).toBe(before)
  const files = copies('demo-draft')
  const [first = ''] = files
  const one = await answers([{ speculation: { ...wish, draftModel: first } }])
  const each = instance.extraBytes() - before
  expect(each).toBeGreaterThan(statSync(first).size / 2)
  const texts = await answers([...files, first].map((path) => ({ speculation: { ...wish, draftModel: path } })))
  expect([...one, ...texts]).toEqual([plain, ...texts.map(() => plain)])
  expect(instance.extraBytes()).toBe(before + MOST_KEPT * each)
})

test('prompts kept beside the cache count too', async () => {
  const before = instance.extraBytes()
  for (const word of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    await generate(instance, { prompt: demoPrompt(`${word} tells me more. `.repeat(20)), maxTokens: 1 })
  }
  expect(instance.extraBytes()).toBeGreaterThan(before)
})
