import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import type { EngineEvent } from '../../src/core/event.ts'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import { createRknn3Driver } from '../../src/engine/drivers/rknn3/driver.ts'
import { collect, isOutput, NEVER, textOf } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { RKLLM3_SERVER, writeCardModel } from '../native/rknn3/build.ts'
import { chatTask, echoed } from './chat-tasks.ts'
import { startInstances } from './instances.ts'

const folder = scratch()
const serverPath = RKLLM3_SERVER
const driver = createRknn3Driver({ runtime: { clock: systemClock }, serverPath })
const startInstance = startInstances()

const write = (name: string, behaviour?: string) => writeCardModel(folder, name, behaviour)
const good = write('qwen3')

const start = (path = good, wish: Placement = {}, onProgress = (_: number) => {}) =>
  startInstance(driver, path, wish, { model: 'qwen3', onProgress })

test('a model is told by its weights, and loaded when the server says that it is', async () => {
  expect(await driver.recognise(good)).toEqual({ path: good, sizeBytes: 'good\n'.length + 6 })
  expect(await driver.recognise(join(good, 'qwen3.rknn'))).toMatchObject({ sizeBytes: 'good\n'.length + 6 })
  const fractions: number[] = []
  const instance = await start(good, { contextTokens: 1024 }, (fraction) => fractions.push(fraction))
  expect(fractions).toEqual([0, 1])
  expect(instance.capabilities).toMatchObject({ generate: true, chat: true, contextTokens: 1024, slots: 1 })
})

test('a conversation is answered, with what it asks for under the server’s own names', async () => {
  const instance = await start()
  const events = await collect(instance.run(chatTask('Count.'), NEVER))
  expect(textOf(events)).toBe('one two three four five six')
  expect(events.slice(-2)).toMatchObject([
    { type: 'usage', completionTokens: 6 },
    { type: 'finish', reason: 'stop' },
  ])
  const sampling = { ...NEUTRAL_SAMPLING, topK: 7, repetitionPenalty: 1.5 }
  expect(await echoed(instance, { sampling })).toMatchObject({
    model: 'qwen3',
    top_k: 7,
    repeat_penalty: 1.5,
    context: '4096',
  })
  expect(instance.capabilities.parameters).toMatchObject({ seed: 'refused', constraint: 'refused', topK: 'enforced' })
})

test('a server that dies ends its requests with how it died, and the instance', async () => {
  const instance = await start()
  const crash = { type: 'error', error: { code: 'engine_crashed', details: { how: 'SIGSEGV' } } }
  expect((await collect(instance.run(chatTask('Die'), NEVER))).at(-1)).toMatchObject(crash)
  expect(await instance.ended).toMatchObject({ expected: false, how: 'SIGSEGV' })
  expect((await collect(instance.run(chatTask('Count.'), NEVER))).at(-1)).toMatchObject(crash)
})

test('a cancelled answer ends, and so does one that runs when the server is stopped', async () => {
  const instance = await start()
  const abort = new AbortController()
  for await (const event of instance.run(chatTask('Endless'), abort.signal)) if (isOutput(event)) abort.abort()
  const events: EngineEvent[] = []
  for await (const event of instance.run(chatTask('Endless'), NEVER)) {
    if (isOutput(event)) void instance.stop(10_000)
    events.push(event)
  }
  expect(events.at(-1)?.type).toBe('error')
  expect(await instance.ended).toMatchObject({ expected: true })
})

test('a load that fails says what the server said, and how a card is brought back', async () => {
  await expect(start(write('bad', 'broken'))).rejects.toMatchObject({
    code: 'model_load_failed',
    details: { reason: expect.stringMatching(/exit code 1.*failed to load the model.*rknn-smi reset.*rknn3\.service/) },
  })
  const nowhere = createRknn3Driver({ runtime: { clock: systemClock }, serverPath: '/nowhere' })
  expect((await nowhere.probe()).reason).toContain('/nowhere/rkllm3-server')
})

test('a second model is refused while one is loaded, and has its turn after', async () => {
  const first = await start()
  await expect(start()).rejects.toMatchObject({ details: { reason: expect.stringContaining('one model at a time') } })
  await first.stop(10_000)
  expect((await start()).capabilities.generate).toBe(true)
})

test('a model of embeddings makes them', async () => {
  const instance = await start(write('qwen3-embedding'))
  expect(instance.capabilities).toMatchObject({ generate: false, embeddingSize: 3 })
  const events = await collect(instance.run({ kind: 'embed', inputs: ['ab', 'abc'], normalize: false }, NEVER))
  expect(events.filter(({ type }) => type === 'embedding')).toHaveLength(2)
})

test('a load can be given up', async () => {
  const abort = new AbortController()
  const plan = driver.plan('qwen3', { path: good, sizeBytes: 1 }, {}, { cores: 1 })
  const loading = driver.start(plan, { signal: abort.signal, onProgress: () => abort.abort() })
  await expect(loading).rejects.toMatchObject({ code: 'request_cancelled' })
})

test('a model with an encoder beside it is shown images, framed as its family has them', async () => {
  const seer = write('qwen2.5-vl-3b')
  writeFileSync(join(seer, 'qwen2.5-vl-3b-vision.rknn'), 'encoder')
  const instance = await start(seer)
  expect(instance.capabilities.media).toEqual({ image: true, audioRate: null })
  const { flags } = await echoed(instance)
  expect(flags).toMatchObject({
    model2: join(seer, 'qwen2.5-vl-3b-vision.rknn'),
    'img-start': '<|vision_start|>',
    'img-content': '<|image_pad|>',
    'img-width': '392',
  })
  await instance.stop(10_000)
  const unknown = write('other-vl')
  writeFileSync(join(unknown, 'other-vision.rknn'), 'encoder')
  await expect(start(unknown)).rejects.toMatchObject({
    details: { reason: expect.stringContaining('other-vl.rknn is of no family') },
  })
})
