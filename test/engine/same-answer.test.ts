import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { TokenLogprob } from '../../src/core/event.ts'
import type { Quantization } from '../../src/core/quantization.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { Adapter } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { writeGguf } from '../../src/models/gguf/writer.ts'
import { builtRuntime } from './built-runtime.ts'
import { loaded, modelFile } from './loaded.ts'
import { quantizeOrder, wideLlama } from './wide-llama.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-same-'))
const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
const input = join(folder, 'f32.gguf')
const signal = new AbortController().signal
afterAll(() => rmSync(folder, { recursive: true }))

/** From so many rows at once, every type has the kernels for many. */
const SLOTS = 8
// Two blocks wide: one sum could be added up in one order only.
writeGguf(input, wideLlama(512))

async function quantized(type: Quantization): Promise<string> {
  const order = quantizeOrder(folder, input, type)
  await driver.quantize?.(order, { signal, onProgress() {} })
  return order.output
}

/** The tokens of an answer with what they and their rivals were worth, to the last bit. */
async function ask(instance: EngineInstance, prompt: string, adapters: readonly Adapter[] = []) {
  const tokens: TokenLogprob[] = []
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0 }
  const task = { kind: 'generate', prompt, sampling, maxTokens: 16, ignoreEos: true, logprobs: 3, adapters } as const
  for await (const event of instance.run(task, signal)) {
    if (event.type === 'error') throw event.error
    if (event.type === 'text-delta') tokens.push(...(event.logprobs ?? []))
  }
  return tokens
}

async function expectSameInCompany(path: string, adapters: readonly Adapter[] = []) {
  const instance = await loaded(path, { slots: SLOTS, contextTokens: 256, deterministic: true })
  try {
    const prompts = Array.from({ length: SLOTS }, (_, at) => `${'the day and a tree '.repeat(1 + (at % 3))}${at}`)
    const alone = []
    for (const prompt of prompts) alone.push(await ask(instance, prompt, adapters))
    expect(alone.map(({ length }) => length)).toEqual(prompts.map(() => 16))
    for (const company of [2, SLOTS / 2, SLOTS]) {
      const together = await Promise.all(prompts.slice(0, company).map((prompt) => ask(instance, prompt, adapters)))
      expect(together).toEqual(alone.slice(0, company))
    }
  } finally {
    await instance.stop(10_000)
  }
}

test.each(['F32', 'Q8_0', 'Q4_K_M', 'Q3_K_M', 'Q2_K', 'IQ4_XS'] as const)(
  'with `deterministic`, answers of %s weights have the same logprobs alone and together',
  async (type) => expectSameInCompany(type === 'F32' ? input : await quantized(type)),
)

test('and so have those with an adapter, whose weights are floats', async () => {
  await expectSameInCompany(modelFile('demo'), [{ path: modelFile('demo-pirate-lora'), scale: 1 }])
})
