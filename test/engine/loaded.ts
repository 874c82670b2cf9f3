import { fileURLToPath } from 'node:url'
import { readWeights } from '../../src/cli/read-weights.ts'
import type { Usage } from '../../src/core/event.ts'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { GenerateTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { builtRuntime } from './built-runtime.ts'

/** One of the files in `models/`. */
export const modelFile = (name: string) => fileURLToPath(new URL(`../../models/${name}.gguf`, import.meta.url))

/** A file in the real engine, on one thread unless the wish says otherwise. */
export async function loaded(
  path: string,
  wish: Placement = {},
  libraryPath: string | null = null,
): Promise<EngineInstance> {
  const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath, readWeights })
  const facts = await driver.recognise(path)
  if (facts === null) throw new Error(`${path} is not recognised`)
  const plan = driver.plan('m', facts, { threads: 1, ...wish }, { cores: 1 })
  return driver.start(plan, { signal: new AbortController().signal, onProgress() {} })
}

/** What a model goes on with, greedily unless the task says otherwise. Throws what the engine reports. */
export async function generate(
  instance: EngineInstance,
  task: Partial<GenerateTask> & Pick<GenerateTask, 'prompt' | 'maxTokens'>,
): Promise<{ text: string; usage: Usage }> {
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0 }
  let text = ''
  const events = instance.run({ kind: 'generate', sampling, ...task }, new AbortController().signal)
  for await (const event of events) {
    if (event.type === 'text-delta') text += event.text
    if (event.type === 'error') throw event.error
    if (event.type === 'usage') return { text, usage: event }
  }
  throw new Error('no usage was told')
}

/** A question to the demo models, as their template puts it. */
export function demoPrompt(question: string): string {
  return `<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n`
}
