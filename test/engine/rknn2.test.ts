import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import koffi from 'koffi'
import { expect, test } from 'vitest'
import { decodeFloats } from '../../src/core/floats.ts'
import type { Placement } from '../../src/core/placement.ts'
import { createRknn2Driver } from '../../src/engine/drivers/rknn2/driver.ts'
import { LAYOUTS } from '../../src/engine/drivers/rknn2/native/layouts.ts'
import { collect, NEVER } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { elf } from '../fixtures/elf.ts'
import { buildFakeRknn, writeRknnModel } from '../native/rknn/build.ts'
import { builtRuntime } from './built-runtime.ts'

const folder = scratch()
const libraryPath = buildFakeRknn(folder)
const driver = createRknn2Driver({ runtime: builtRuntime, libraryPath })
const model = writeRknnModel(folder, 'model', 'rows')

async function start(path: string, wish: Placement = {}) {
  const plan = driver.plan('m', { path, sizeBytes: 1 }, wish, { cores: 1 })
  return driver.start(plan, { signal: NEVER, onProgress() {} })
}

/** The first numbers of a text's vector, and what the model is. */
async function embedded(text: string, wish: Placement) {
  const instance = await start(model, wish)
  const events = await collect(instance.run({ kind: 'embed', inputs: [text], normalize: false }, NEVER))
  await instance.stop(10_000)
  const vectors = events.flatMap((event) => (event.type === 'embedding' ? [...decodeFloats(event.vector)] : []))
  return { vector: vectors.map((value) => value.toFixed(4)), instance }
}

const numberOf = (token: number, at: number) => ((token * 31 + at * 17) % 23) / 23 - 0.4
const rowOf = (text: string) => Array.from({ length: 16 }, (_, at) => numberOf(text.charCodeAt(0), at))

test('the structs are as large as in C', () => {
  const library = koffi.load(libraryPath)
  for (const name of ['attr', 'input', 'output', 'version'] as const) {
    const inC = Number(library.func(`size_t fake_size_${name}()`)())
    expect([name, koffi.sizeof(koffi.struct({ ...LAYOUTS[name] }))]).toEqual([name, inC])
  }
})

test('a text is padded to the model’s shape, and its own tokens are pooled', async () => {
  const { vector, instance } = await embedded('ab', {})
  expect(vector).toEqual(rowOf('a').map((value, at) => ((value + (rowOf('b')[at] ?? 0)) / 2).toFixed(4)))
  expect((await embedded('ab', { pooling: 'cls' })).vector).toEqual(rowOf('a').map((value) => value.toFixed(4)))
  expect(instance.capabilities).toMatchObject({ contextTokens: 64, embeddingSize: 16 })
  expect(instance.model.engineVersion).toBe('rknn 2.3.2, driver 0.9.8')
})

test('the cores that are asked for are used', async () => {
  const units = [{ kind: 'npu', index: 2 } as const]
  const { vector } = await embedded('a', { compute: { take: 'first', units } })
  expect(vector[0]).toBe((numberOf(97, 0) + 400).toFixed(4))
})

test('what computes elsewhere than on the NPU is refused', () => {
  const wish = { compute: { take: 'first', units: [{ kind: 'cpu' }] } } as const
  expect(() => driver.plan('m', { path: model, sizeBytes: 1 }, wish, { cores: 1 })).toThrow(
    expect.objectContaining({
      code: 'load_refused',
      param: 'compute',
      message: expect.stringMatching(/NPU alone, and cpu/),
    }),
  )
})

test('a missing library is told with where it was looked for, and a crash with its signal', async () => {
  const nowhere = createRknn2Driver({ runtime: builtRuntime, libraryPath: '/nowhere' })
  expect(await nowhere.probe()).toMatchObject({
    available: false,
    reason:
      "librknnrt.so is not here (looked for /nowhere/librknnrt.so). Install Rockchip's RKNN runtime (rknpu2 of rknn-toolkit2), or point rknn2.library_path at it.",
  })
  const misnamed = createRknn2Driver({ runtime: builtRuntime, libraryPath: model })
  expect((await misnamed.probe()).reason).toBe(
    `rknn2.library_path is ${model}, a file that is not called librknnrt.so. Point it at that, or at its folder.`,
  )
  await expect(start(writeRknnModel(folder, 'illegal', 'illegal'))).rejects.toMatchObject({
    code: 'model_load_failed',
    details: { reason: expect.stringContaining('SIGILL') },
  })
})

test('a library for another machine is told as such, before anything opens it', async () => {
  const libraryPath = join(folder, 'foreign', 'librknnrt.so')
  mkdirSync(dirname(libraryPath), { recursive: true })
  writeFileSync(libraryPath, elf(40))
  const foreign = createRknn2Driver({ runtime: builtRuntime, libraryPath })
  expect((await foreign.probe()).reason).toContain(`${libraryPath} is built for ARM (32-bit), and this process is `)
})

test('a folder with weights of RKNN3 beside the model is none of these', async () => {
  expect(await driver.recognise(dirname(model))).toMatchObject({ path: dirname(model) })
  const other = writeRknnModel(folder, 'rknn3', 'rows')
  writeFileSync(join(dirname(other), 'model.weight'), '')
  expect(await driver.recognise(dirname(other))).toBeNull()
})
