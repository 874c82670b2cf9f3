import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { readWeights } from '../../src/cli/read-weights.ts'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createRegistry } from '../../src/engine/registry.ts'
import { models } from '../fixtures/models.ts'
import { builtRuntime } from './built-runtime.ts'

const never = new AbortController().signal
const registry = createRegistry({ runtime: builtRuntime, llamaCpp: { libraryPath: null, readWeights } })
let instance: EngineInstance | null = null
afterEach(() => instance?.stop(0))

/** Resident memory of this process's only child that is an engine, in bytes. */
function residentBytes(): number {
  const parent = new RegExp(`^PPid:\\s+${process.pid}$`, 'm')
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const status = readIfThere(`/proc/${name}/status`)
    if (parent.test(status) && readIfThere(`/proc/${name}/cmdline`).includes('child/main.js')) {
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
    }
  }
  throw new Error('there is no engine')
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** What was estimated over what is taken, after as long a prompt as fits. */
async function ratio(path: string, wish: Placement): Promise<number> {
  const [recognised = null] = await registry.claims(path)
  if (recognised === null) throw new Error(`nobody knows ${path}`)
  const { driver, facts } = recognised
  const plan = driver.plan('m', facts, { threads: 1, ...wish }, { cores: 1 })
  const footprint = await driver.estimate(plan, process.availableMemory())
  instance = await driver.start(plan, { signal: never, onProgress: () => {} })
  const { contextTokens, generate } = instance.capabilities
  expect(footprint?.contextTokens).toBe(contextTokens)
  const prompt = Array.from({ length: contextTokens - 8 }, (_, at) => 10 + ((at * 7) % 100))
  const task: EngineTask = generate
    ? { kind: 'generate', prompt, sampling: NEUTRAL_SAMPLING, maxTokens: 4 }
    : { kind: 'embed', inputs: [prompt], normalize: true }
  for await (const event of instance.run(task, never)) expect(event.type).not.toBe('error')
  const [host] = footprint?.devices ?? []
  if (!host) throw new Error('nothing was estimated')
  return (host.weights + host.kvCache + host.compute + host.runtime) / residentBytes()
}

describe.runIf(process.platform === 'linux')('memory is what was estimated, within a tenth', () => {
  test.each<[string, string, Placement]>([
    ['a chat model', 'models/demo.gguf', {}],
    ['with a large cache', 'models/demo.gguf', { slots: 32 }],
    ['of smaller numbers', 'models/demo.gguf', { slots: 32, kvType: 'q8_0' }],
    ['without fused attention', 'models/demo.gguf', { slots: 16, deterministic: true }],
    ['an embedding model', 'models/demo-embed.gguf', {}],
    ['of random weights', models.random(), { slots: 8 }],
    ['with an MTP layer', models.headed(), { slots: 32 }],
    ['with an EAGLE-3 draft', models.even(), { slots: 32, draftModel: models.eagle() }],
    ['with an MTP layer of no use', models.headed(), { slots: 32, deterministic: true }],
  ])('%s', async (_, path, wish) => {
    const estimated = await ratio(path, wish)
    expect(estimated).toBeGreaterThan(0.9)
    expect(estimated).toBeLessThan(1.1)
  })
})
