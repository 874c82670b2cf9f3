import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { GenerateTask } from '../../src/core/task.ts'
import { bundleAt, genieSettings } from '../../src/engine/drivers/qairt/bundle.ts'
import { createQairtDriver } from '../../src/engine/drivers/qairt/driver.ts'
import { collect, NEVER, textOf } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { buildFakeGenie, CONTEXT, writeBundle } from '../native/genie/build.ts'
import { builtRuntime } from './built-runtime.ts'
import { startInstances } from './instances.ts'

const folder = scratch()
const [heeding, deaf] = [buildFakeGenie(folder), buildFakeGenie(folder, false)]
const good = writeBundle(folder, 'good', 'good')
const startInstance = startInstances()

const start = (libraryPath = heeding, path = good, wish: Placement = {}) =>
  startInstance(createQairtDriver({ runtime: builtRuntime, libraryPath, serverPath: null }), path, wish)

const task = (prompt: string, temperature: number, maxTokens: number): GenerateTask => ({
  kind: 'generate',
  prompt,
  sampling: { ...NEUTRAL_SAMPLING, temperature },
  maxTokens,
})

test('a bundle is told by its settings, which then name its files where they are', () => {
  expect(bundleAt(good)).toEqual({ folder: good, sizeBytes: 'good\n'.length })
  expect(bundleAt(join(good, 'genie_config.json'))).toEqual(bundleAt(good))
  expect(bundleAt(folder)).toBeNull()
  const { dialog } = JSON.parse(genieSettings(good).json)
  expect(dialog.tokenizer.path).toBe(join(good, 'tokenizer.json'))
  expect(dialog.engine.backend).toMatchObject({
    type: 'QnnHtp',
    extensions: join(good, 'htp_backend_ext_config.json'),
  })
  expect(dialog.engine.model.binary['ctx-bins']).toEqual([join(good, 'model_1_of_1.bin')])
})

test('a bundle without one of its files is refused by its name', async () => {
  const lacking = writeBundle(folder, 'lacking', 'good')
  rmSync(join(lacking, 'model_1_of_1.bin'))
  await expect(start(heeding, lacking)).rejects.toMatchObject({
    code: 'model_load_failed',
    details: { reason: expect.stringContaining('its settings name model_1_of_1.bin, which is not in') },
  })
})

test('settings that are broken are recognised as a bundle’s, and the load says so', async () => {
  const broken = writeBundle(folder, 'broken', 'good')
  writeFileSync(join(broken, 'genie_config.json'), readFileSync(join(broken, 'genie_config.json'), 'utf8').slice(1))
  expect(bundleAt(broken)).not.toBeNull()
  await expect(start(heeding, broken)).rejects.toMatchObject({
    details: { reason: expect.stringContaining('is broken') },
  })
})

test('the context is the bundle’s, whatever is wished for', async () => {
  expect((await start(heeding, good, { contextTokens: 9999 })).capabilities.contextTokens).toBe(CONTEXT)
  expect((await start(heeding, good, { contextTokens: 64 })).capabilities.contextTokens).toBe(64)
})

test('an answer’s sampling is promised where the runtime heeds it, and refused where it only says so', async () => {
  const instance = await start()
  expect(textOf(await collect(instance.run(task('?', 0.25, 1), NEVER)))).toBe('0.25')
  expect(instance.capabilities.parameters).toMatchObject({ temperature: 'enforced', seed: 'enforced', minP: 'refused' })
  const { parameters } = (await start(deaf)).capabilities
  expect(parameters).toMatchObject({ temperature: 'refused', seed: 'refused', maxTokens: 'enforced' })
})

test('what computes elsewhere is asked for in vain, which is remarked', () => {
  const driver = createQairtDriver({ runtime: builtRuntime, libraryPath: heeding, serverPath: null })
  expect(driver.remarks?.({ compute: { take: 'first', units: [{ kind: 'cpu' }] } })).toEqual([
    { about: ['compute'], words: expect.stringMatching(/on the NPU.*\(cpu\)/) },
  ])
  expect(driver.remarks?.({ compute: { take: 'first', units: [{ kind: 'npu' }] } })).toEqual([])
  expect(driver.remarks?.({ contextTokens: 64, pooling: 'mean' })).toMatchObject([{ about: ['pooling'] }])
})

test('a character of two tokens is one delta', async () => {
  const instance = await start()
  const events = await collect(instance.run(task('Turtle', 1, 3), NEVER))
  expect(events.filter(({ type }) => type === 'text-delta')).toEqual([
    { type: 'text-delta', text: '🐢', tokens: 2 },
    { type: 'text-delta', text: 'one', tokens: 1 },
  ])
})

test('a library that is missing is told with where it was looked for, and a crash with what is known of it', async () => {
  await expect(start('/nowhere')).rejects.toMatchObject({
    code: 'driver_unavailable',
    details: { reason: expect.stringContaining('/nowhere/libGenie.so') },
  })
  await expect(start(heeding, writeBundle(folder, 'crash', 'segfault'))).rejects.toMatchObject({
    code: 'model_load_failed',
    details: { reason: expect.stringMatching(/SIGSEGV.*compiled for another chip/) },
  })
})
