import type { EngineEvent } from '../../src/core/event.ts'
import type { EngineTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { builtRuntime } from '../engine/built-runtime.ts'

const NEVER = new AbortController().signal

/** A file in the real engine, computing in single precision throughout, for as long as `use` takes. */
export async function inEngine<T>(path: string, use: (instance: EngineInstance) => Promise<T>): Promise<T> {
  const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
  const wish = { threads: 1, slots: 1, contextTokens: 64, kvType: 'f32', flashAttention: 'off' } as const
  const plan = driver.plan('m', { path, sizeBytes: 0 }, wish, { cores: 1 })
  const instance = await driver.start(plan, { signal: NEVER, onProgress() {} })
  try {
    return await use(instance)
  } finally {
    await instance.stop(0)
  }
}

/** The logits after the last of these tokens. */
export async function lastLogits(instance: EngineInstance, prompt: readonly number[]): Promise<number[]> {
  const [event] = await run(instance, { kind: 'logits', prompt, from: -1, top: 0 })
  if (event?.type !== 'logits') throw new Error(JSON.stringify(event))
  return floats(event.values)
}

/** The vector of these tokens, of length 1. */
export async function embedding(instance: EngineInstance, tokens: readonly number[]): Promise<number[]> {
  const [event] = await run(instance, { kind: 'embed', inputs: [tokens], normalize: true })
  if (event?.type !== 'embedding') throw new Error(JSON.stringify(event))
  return floats(event.vector)
}

/** How well a document answers a query. */
export async function score(instance: EngineInstance, query: string, document: string): Promise<number> {
  const [event] = await run(instance, { kind: 'rerank', query, documents: [document] })
  if (event?.type !== 'score') throw new Error(JSON.stringify(event))
  return event.score
}

/** The ids of a text, special tokens added. */
export async function tokenIds(instance: EngineInstance, text: string): Promise<readonly number[]> {
  const [event] = await run(instance, { kind: 'tokenize', text, addSpecial: true, parseSpecial: true })
  if (event?.type !== 'tokens') throw new Error(JSON.stringify(event))
  return event.ids
}

async function run(instance: EngineInstance, task: EngineTask): Promise<EngineEvent[]> {
  const events: EngineEvent[] = []
  for await (const event of instance.run(task, NEVER)) events.push(event)
  return events
}

function floats(base64: string): number[] {
  return [...new Float32Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer)]
}
