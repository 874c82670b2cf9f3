import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import koffi from 'koffi'
import { describe, expect, test } from 'vitest'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { GenerateTask } from '../../src/core/task.ts'
import { createRkllmDriver } from '../../src/engine/drivers/rkllm/driver.ts'
import { COMMON, layoutFor } from '../../src/engine/drivers/rkllm/native/layouts.ts'
import { collect, NEVER, textOf } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { buildFakeRkllm, writeFakeModel } from '../native/rkllm/build.ts'
import { builtRuntime } from './built-runtime.ts'
import { startInstances } from './instances.ts'

const folder = scratch()
const old = buildFakeRkllm(folder, { release: 12, version: '1.2.3' })
const recent = buildFakeRkllm(folder, { release: 13, version: '1.3.0' })
const good = writeFakeModel(folder, 'good', 'good')
const startInstance = startInstances()

const driverOf = (libraryPath: string, runtimeVersion: string | null = null) =>
  createRkllmDriver({ runtime: builtRuntime, libraryPath, runtimeVersion })

const start = (library: string, wish: Placement = {}, path = good, version: string | null = null) =>
  startInstance(driverOf(library, version), path, wish)

const task = (prompt: string, more: Partial<GenerateTask> = {}): GenerateTask => ({
  kind: 'generate',
  prompt,
  sampling: NEUTRAL_SAMPLING,
  maxTokens: null,
  ...more,
})

const sizeof = (layout: Readonly<Record<string, string>>) => koffi.sizeof(koffi.struct({ ...layout }))

test('the structs are as large as in C', () => {
  koffi.struct('RKLLMExtendParam', { ...COMMON.extend })
  for (const [library, version] of [
    [old, '1.2.3'],
    [recent, '1.3.0'],
  ] as const) {
    const layout = layoutFor(version)
    const inC = (name: string) => Number(koffi.load(library).func(`size_t fake_size_${name}()`)())
    expect(layout && [sizeof(layout.param), sizeof(layout.input), sizeof(layout.infer)]).toEqual(
      ['param', 'input', 'infer'].map(inC),
    )
  }
})

describe('a runtime', () => {
  test.each([
    ['1.4.0', '0.9.8', /is 1\.4\.0; Trivet knows 1\.2\.1, 1\.2\.2, 1\.2\.3, 1\.3\.0/],
    ['1.3.0', '0.8.2', /driver is 0\.8\.2, and models need 0\.9\.7/],
    ['unnamed', '0.9.8', /does not tell its version/],
  ])('%s on driver %s is not used, and why is said', async (version, driver, words) => {
    const library = buildFakeRkllm(folder, { release: 13, version, driver })
    expect(await driverOf(library).probe()).toMatchObject({ available: false, reason: expect.stringMatching(words) })
    await expect(start(library)).rejects.toMatchObject({ code: 'driver_unavailable' })
  })

  test('that is not there is told with where it was looked for', async () => {
    const { available, reason } = await driverOf('/nowhere').probe()
    expect([available, reason]).toEqual([false, expect.stringContaining('/nowhere/librkllmrt.so')])
  })

  test('whose version is set is not asked for it', async () => {
    const library = buildFakeRkllm(folder, { release: 12, version: 'unnamed' })
    const instance = await start(library, {}, good, '1.2.3')
    expect(textOf(await collect(instance.run(task('Count.'), NEVER)))).toBe('one two three four five six')
  })
})

test('a load that ends by an illegal instruction says what is known of that', async () => {
  const illegal = writeFakeModel(folder, 'illegal', 'illegal')
  await expect(start(recent, {}, illegal)).rejects.toMatchObject({
    code: 'model_load_failed',
    details: { reason: expect.stringMatching(/\(SIGILL\).*instructions that this CPU doesn't have/) },
  })
})

test('a model without its tokenizer is refused with what to do', async () => {
  const alone = join(folder, 'alone.rkllm')
  writeFileSync(alone, 'good\n')
  await expect(start(recent, {}, alone)).rejects.toMatchObject({
    code: 'model_load_failed',
    details: { reason: expect.stringContaining('there is no tokenizer.json') },
  })
})

test('an answer ends with the tokens that the model’s files say, whatever the runtime holds for an end', async () => {
  const own = writeFakeModel(folder, 'ending', 'good')
  writeFileSync(join(folder, 'ending', 'generation_config.json'), JSON.stringify({ eos_token_id: [99, 13] }))
  const events = await collect((await start(recent, {}, own)).run(task('Count', { maxTokens: null }), NEVER))
  expect(textOf(events)).toBe('one two three')
  expect(events.slice(-2)).toMatchObject([
    { type: 'usage', completionTokens: 3 },
    { type: 'finish', reason: 'stop' },
  ])
})

test('a character of two tokens is one delta', async () => {
  const instance = await start(recent)
  const deltas = (await collect(instance.run(task('Turtle', { maxTokens: 3 }), NEVER))).filter(
    (event) => event.type === 'text-delta',
  )
  expect(deltas).toEqual([
    { type: 'text-delta', text: '🐢', tokens: 2 },
    { type: 'text-delta', text: 'one', tokens: 1 },
  ])
})

test('each run of 1.3.0 has its own sampling; before, none can be asked for', async () => {
  const instance = await start(recent)
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0.25 }
  const events = await collect(instance.run(task('?', { sampling, maxTokens: 1 }), NEVER))
  expect(textOf(events)).toBe('0.25')
  expect(instance.capabilities.parameters).toMatchObject({ temperature: 'enforced', seed: 'refused', minP: 'refused' })
  const { parameters } = (await start(old)).capabilities
  expect(parameters).toMatchObject({ temperature: 'refused', maxTokens: 'enforced', adapters: 'enforced' })
})

test('a LoRA adapter is applied where it is named', async () => {
  const instance = await start(recent)
  const adapters = [{ path: good, scale: 1 }]
  expect(textOf(await collect(instance.run(task('Count.', { adapters, maxTokens: 2 }), NEVER)))).toBe('adapted one')
  expect(textOf(await collect(instance.run(task('Count.', { maxTokens: 1 }), NEVER)))).toBe('one')
  const missing = task('Count.', { adapters: [{ path: '/nowhere', scale: 1 }] })
  expect(await collect(instance.run(missing, NEVER))).toMatchObject([
    { type: 'error', error: { code: 'invalid_value' } },
  ])
})

test('with a pooling, a model makes embeddings of its last hidden layer', async () => {
  const instance = await start(recent, { pooling: 'last' })
  expect(instance.capabilities).toMatchObject({ generate: false, embeddingSize: 8, logits: false })
  const embed = { kind: 'embed', inputs: ['ab', 'b'], normalize: true } as const
  const vectors = (await collect(instance.run(embed, NEVER))).flatMap((event) =>
    event.type === 'embedding' ? [event.vector] : [],
  )
  const bytes = Buffer.from(vectors[0] ?? '', 'base64')
  const row = Array.from({ length: 8 }, (_, at) => ((98 * 31 + at * 17) % 23) / 23 - 0.4)
  const told = Array.from({ length: 8 }, (_, at) => bytes.readFloatLE(at * 4))
  expect(told.map((value) => value.toFixed(4))).toEqual(row.map((value) => (value / Math.hypot(...row)).toFixed(4)))
  expect(vectors[1]).toBe(vectors[0])
})
