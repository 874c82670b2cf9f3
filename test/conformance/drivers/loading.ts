import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { childrenOf } from '../../engine/processes.ts'
import { type ConformanceSubject, MODEL_ID, planFor, slotsOf, start } from './subject.ts'

export function loadingConformance(subject: ConformanceSubject): void {
  const { driver, models, does = 'generate' } = subject

  test('says that it is available, and in which version', async () => {
    const availability = await driver.probe()
    expect(availability).toMatchObject({ available: true, reason: '' })
    expect(availability.version).not.toBe('')
    expect(childrenOf(process.pid)).toEqual([])
  })

  test('recognises its own files and no others', async () => {
    const { sizeBytes = statSync(models.good).size } = subject
    expect(await driver.recognise(models.good)).toMatchObject({ path: models.good, sizeBytes })
    expect(await driver.recognise(fileURLToPath(import.meta.url))).toBeNull()
    expect(await driver.recognise(`${models.good}.missing`)).toBeNull()
    expect(await driver.recognise(fileURLToPath(new URL('.', import.meta.url)))).toBeNull()
  })

  test('plans are plain data', async () => {
    const plan = await planFor(subject, models.good)
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
    expect(plan).toMatchObject({
      driver: driver.id,
      modelId: MODEL_ID,
      modelPath: models.good,
      slots: slotsOf(subject),
    })
  })

  test('tells its progress, then what it has loaded', async () => {
    const fractions: number[] = []
    const instance = await start(subject, models.good, { onProgress: (fraction) => fractions.push(fraction) })
    await instance.stop(10_000)
    expect(fractions.length).toBeGreaterThan(0)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true)
    expect(instance.capabilities).toMatchObject({ generate: does === 'generate', slots: slotsOf(subject) })
    expect(instance.capabilities.contextTokens).toBeGreaterThan(0)
    expect(instance.model.sizeBytes).toBeGreaterThan(0)
    expect(instance.model.engineVersion).not.toBe('')
  })

  test('a failure says why, and leaves no child', async () => {
    await expect(start(subject, models.bad.path)).rejects.toMatchObject({
      code: 'model_load_failed',
      details: { model: MODEL_ID, reason: expect.stringContaining(models.bad.reason) },
    })
    expect(childrenOf(process.pid)).toEqual([])
  })

  test('can be cancelled before it starts', async () => {
    const loading = start(subject, models.good, { signal: AbortSignal.abort() })
    await expect(loading).rejects.toMatchObject({ code: 'request_cancelled' })
  })

  test('can be cancelled half-way, and leaves no child', async () => {
    const abort = new AbortController()
    const loading = start(subject, models.good, { signal: abort.signal, onProgress: () => abort.abort() })
    await expect(loading).rejects.toMatchObject({ code: 'request_cancelled' })
    expect(childrenOf(process.pid)).toEqual([])
  })
}
