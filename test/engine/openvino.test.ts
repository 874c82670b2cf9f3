import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { decodeFloats } from '../../src/core/floats.ts'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createOpenVinoDriver } from '../../src/engine/drivers/openvino/driver.ts'
import { collect, NEVER, textOf } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { installFakeOpenVino, writeIr } from '../native/openvino/build.ts'
import { builtRuntime } from './built-runtime.ts'

const folder = scratch()
const packagePath = installFakeOpenVino(folder)
const driver = createOpenVinoDriver({ runtime: builtRuntime, packagePath })
const writer = writeIr(folder, 'writer', 'Qwen3ForCausalLM')
const embedder = writeIr(folder, 'embedder', 'BertModel')
const started: EngineInstance[] = []

async function start(path: string, wish: Placement = {}): Promise<EngineInstance> {
  const instance = await driver.start(driver.plan('m', { path, sizeBytes: 1 }, wish, { cores: 1 }), {
    signal: NEVER,
    onProgress() {},
  })
  started.push(instance)
  return instance
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((instance) => instance.stop(10_000)))
})

/** What the runtime was asked for, by the stand-in's own telling. */
async function asked(temperature: number, wish: Placement = {}) {
  const sampling = { ...NEUTRAL_SAMPLING, temperature, seed: 7, topK: 40 }
  const task = { kind: 'generate', prompt: '?', sampling, maxTokens: 1 } as const
  return JSON.parse(textOf(await collect((await start(writer, wish)).run(task, NEVER))))
}

test('an answer’s sampling and limits are OpenVINO’s', async () => {
  const { config, device } = await asked(0.5)
  expect(config).toMatchObject({ do_sample: true, temperature: 0.5, top_k: 40, rng_seed: 7, max_new_tokens: 1 })
  expect(device).toBe('AUTO')
  expect((await asked(0)).config).toMatchObject({ do_sample: false })
})

test('devices are told as OpenVINO writes them, and a NPU how long a prompt may be', async () => {
  const units = [{ kind: 'npu' }, { kind: 'gpu', index: 1 }] as const
  const told = await asked(0, { compute: { take: 'first', units }, contextTokens: 128 })
  expect([told.device, told.properties]).toEqual(['AUTO:NPU,GPU.1', { MAX_PROMPT_LEN: 128 }])
})

test('embeddings are pooled as is wished, where OpenVINO can', async () => {
  const pooledBy = async (wish: Placement) => {
    const instance = await start(embedder, wish)
    const events = await collect(instance.run({ kind: 'embed', inputs: ['a'], normalize: false }, NEVER))
    return events.flatMap((event) => (event.type === 'embedding' ? [...decodeFloats(event.vector)] : [])).at(-1)
  }
  expect([await pooledBy({}), await pooledBy({ pooling: 'cls' })]).toEqual([1, 0])
  await expect(start(embedder, { pooling: 'last' })).rejects.toMatchObject({
    code: 'model_load_failed',
    details: { reason: expect.stringContaining('not by the last') },
  })
})

test('a model of images is recognised, and refused with what runs it', async () => {
  const vision = writeIr(folder, 'vision', 'Qwen2VLForConditionalGeneration')
  renameSync(join(vision, 'openvino_model.xml'), join(vision, 'openvino_language_model.xml'))
  expect(await driver.recognise(vision)).toMatchObject({ path: vision })
  await expect(start(vision)).rejects.toMatchObject({ details: { reason: expect.stringContaining('`upstreams`') } })
})

test('a package that is missing is told with how to get it', async () => {
  const nowhere = createOpenVinoDriver({ runtime: builtRuntime, packagePath: '/nowhere' })
  expect(await nowhere.probe()).toMatchObject({
    available: false,
    reason: expect.stringMatching(/not installed in \/nowhere\. `npm install -g openvino-genai-node`/),
  })
})
