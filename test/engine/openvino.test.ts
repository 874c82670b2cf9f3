import { expect, test } from 'vitest'
import { decodeFloats } from '../../src/core/floats.ts'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { GenerateTask } from '../../src/core/task.ts'
import { createOpenVinoDriver } from '../../src/engine/drivers/openvino/driver.ts'
import { collect, NEVER, textOf } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { installFakeOpenVino, writeIr, writeSeeingIr } from '../native/openvino/build.ts'
import { builtRuntime } from './built-runtime.ts'
import { startInstances } from './instances.ts'

const folder = scratch()
const packagePath = installFakeOpenVino(folder)
const driver = createOpenVinoDriver({ runtime: builtRuntime, packagePath, serverPath: null })
const writer = writeIr(folder, 'writer', 'Qwen3ForCausalLM')
const embedder = writeIr(folder, 'embedder', 'BertModel')
const startInstance = startInstances()

const start = (path: string, wish: Placement = {}) => startInstance(driver, path, wish)

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
    code: 'load_refused',
    param: 'pooling',
    details: { reason: expect.stringContaining('not by the last') },
  })
})

test('a model of images is shown them where they stand in the prompt', async () => {
  const vision = writeSeeingIr(folder, 'vision')
  expect(await driver.recognise(vision)).toMatchObject({ path: vision })
  const instance = await start(vision)
  expect(instance.capabilities.media).toEqual({ image: true, audioRate: null })
  const image = {
    kind: 'image',
    mark: '<it>',
    width: 2,
    height: 1,
    pixels: Buffer.of(1, 2, 3, 4, 5, 6).toString('base64'),
  }
  const task = {
    kind: 'generate',
    prompt: '? <it>',
    media: [image],
    sampling: NEUTRAL_SAMPLING,
    maxTokens: 1,
  } as GenerateTask
  const events = await collect(instance.run(task, NEVER))
  expect(JSON.parse(textOf(events))).toMatchObject({
    prompt: '? <ov_genai_image_0>',
    images: [{ shape: [1, 1, 2, 3], data: [1, 2, 3, 4, 5, 6] }],
  })
  expect(events).toContainEqual(expect.objectContaining({ type: 'usage', promptTokens: 120 }))
})

test('an answer is held to a grammar that holds from its first token', async () => {
  const instance = await start(writer)
  expect(instance.capabilities).toMatchObject({ lateGrammars: false, parameters: { constraint: 'enforced' } })
  const constraint = { grammar: 'root ::= "yes"' }
  const task = { kind: 'generate', prompt: '?', sampling: NEUTRAL_SAMPLING, maxTokens: 1, constraint } as const
  const { config } = JSON.parse(textOf(await collect(instance.run(task, NEVER))))
  expect(config.structured_output_config).toEqual(constraint)
})

test('a draft model is refused with what takes one', () => {
  const plan = () => driver.plan('m', { path: writer, sizeBytes: 1 }, { draftModel: writer }, { cores: 1 })
  expect(plan).toThrow(
    'The parameter `draft_model` is not supported by the OpenVINO engine, but by OpenVINO Model Server (openvino.server_path). Leave it out or set it to null.',
  )
})

test('a package that is missing is told with how to get it', async () => {
  const nowhere = createOpenVinoDriver({ runtime: builtRuntime, packagePath: '/nowhere', serverPath: null })
  expect(await nowhere.probe()).toMatchObject({
    available: false,
    reason: expect.stringMatching(/not installed in \/nowhere\. `npm install -g openvino-genai-node`/),
  })
})
