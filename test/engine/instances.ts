import { afterEach, expect } from 'vitest'
import type { Placement } from '../../src/core/placement.ts'
import type { EngineDriver, EngineInstance } from '../../src/engine/driver.ts'
import { childrenOf } from './processes.ts'

interface Loading {
  readonly model?: string
  onProgress?(fraction: number): void
}

type StartInstance = (
  driver: EngineDriver,
  path: string,
  wish?: Placement,
  loading?: Loading,
) => Promise<EngineInstance>

/** Loads what a driver recognises; what was loaded is ended after each test, and nothing of it may be left. */
export function startInstances(): StartInstance {
  const started: EngineInstance[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((instance) => instance.stop(10_000)))
    expect(childrenOf(process.pid)).toEqual([])
  })
  return async (driver, path, wish = {}, { model = 'm', onProgress = () => {} } = {}) => {
    const facts = await driver.recognise(path)
    if (facts === null) throw new Error(`${path} is not recognised`)
    const plan = driver.plan(model, facts, wish, { cores: 1 })
    const instance = await driver.start(plan, { signal: new AbortController().signal, onProgress })
    started.push(instance)
    return instance
  }
}
