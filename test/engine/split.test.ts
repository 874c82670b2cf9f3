import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readWeights } from '../../src/cli/read-weights.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { writeGguf } from '../../src/models/gguf/writer.ts'
import { randomModel } from '../fixtures/gguf/random.ts'
import { writeSplit } from '../fixtures/gguf/split.ts'
import { builtRuntime } from './built-runtime.ts'
import { generate, loaded } from './loaded.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-split-'))
const whole = join(folder, 'whole.gguf')
writeGguf(whole, randomModel())
const [first = ''] = writeSplit(folder, 'parts', randomModel(), 3)
afterAll(() => rmSync(folder, { recursive: true }))

async function said(path: string): Promise<string> {
  const instance = await loaded(path, { slots: 1, contextTokens: 256 })
  try {
    return (await generate(instance, { prompt: 'the little friend was', maxTokens: 24 })).text
  } finally {
    await instance.stop(10_000)
  }
}

test('a model in three parts is loaded by its first, and says what it says in one', async () => {
  const text = await said(first)
  expect(text.length).toBeGreaterThan(10)
  expect(text).toBe(await said(whole))
})

test('what it takes is counted over all of its parts', async () => {
  const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null, readWeights })
  const weights = async (path: string) => {
    const facts = await driver.recognise(path)
    if (facts === null) throw new Error('it is not recognised')
    const plan = driver.plan('m', facts, { threads: 1, contextTokens: 256 }, { cores: 1 })
    const footprint = await driver.estimate(plan, 2 ** 33)
    return footprint?.devices.reduce((sum, device) => sum + device.weights, 0)
  }
  const counted = await weights(first)
  expect(counted).toBeGreaterThan(0)
  expect(counted).toBe(await weights(whole))
})
