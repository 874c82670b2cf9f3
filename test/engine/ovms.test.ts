import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ImageMedia } from '../../src/core/media.ts'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import { createOpenVinoDriver } from '../../src/engine/drivers/openvino/driver.ts'
import { collect, NEVER, textOf } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { installFakeOpenVino, OVMS, writeIr, writeSeeingIr } from '../native/openvino/build.ts'
import { builtRuntime } from './built-runtime.ts'
import { chatTask, echoed } from './chat-tasks.ts'
import { startInstances } from './instances.ts'

const folder = scratch()
const driver = createOpenVinoDriver({ runtime: builtRuntime, packagePath: null, serverPath: OVMS })
const writer = writeIr(folder, 'writer', 'Qwen3ForCausalLM')
const startInstance = startInstances()

const start = (path: string, wish: Placement = {}) => startInstance(driver, path, wish, { model: 'org/m' })

test('a model that writes is served as its task, on the device that was asked for', async () => {
  const instance = await start(writer, { compute: { take: 'first', units: [{ kind: 'npu' }] }, contextTokens: 128 })
  expect(instance.capabilities).toMatchObject({ chat: true, contextTokens: 128, slots: 1, media: { image: false } })
  const { flags, ...body } = await echoed(instance, { sampling: { ...NEUTRAL_SAMPLING, minP: 0.1 }, maxTokens: 5 })
  expect(flags).toMatchObject({
    task: 'text_generation',
    target_device: 'NPU',
    max_prompt_len: '128',
    model_name: 'org/m',
  })
  expect(flags).toMatchObject({ rest_bind_address: '127.0.0.1', allowed_origins: 'http://127.0.0.1' })
  expect(body).toMatchObject({ model: 'org/m', min_p: 0.1, max_tokens: 5 })
})

test('left out, the device is its own choice, and several requests are worked on at once', async () => {
  const instance = await start(writer)
  expect((await echoed(instance)).flags).not.toHaveProperty('target_device')
  expect(instance.capabilities.slots).toBe(16)
})

test('a format is asked for as OpenAI has it', async () => {
  const instance = await start(writer)
  const schema = { type: 'object' }
  expect((await echoed(instance, { responseFormat: { type: 'json', schema } })).response_format).toMatchObject({
    type: 'json_schema',
    json_schema: { schema },
  })
})

test('a stop string, which it tells, is cut off, and its counts stay', async () => {
  const instance = await start(writer)
  const events = await collect(instance.run(chatTask('Count to six.', { stop: [' three'] }), NEVER))
  expect(textOf(events)).toBe('one two')
  expect(events.slice(-2)).toMatchObject([
    { type: 'usage', promptTokens: 3, completionTokens: 3 },
    { type: 'finish', reason: 'stop', stopString: ' three' },
  ])
})

test('images are shown as PNG files', async () => {
  const instance = await start(writeSeeingIr(folder, 'vision'))
  expect(instance.capabilities.media.image).toBe(true)
  const pixels = Buffer.of(255, 0, 0).toString('base64')
  const image: ImageMedia = { kind: 'image', mark: '<it>', width: 1, height: 1, pixels }
  const content = ['Echo', image.mark].map((text) => ({ type: 'text', text }) as const)
  const shown = [{ role: 'user', content }] as const
  const { messages } = await echoed(instance, { messages: shown, media: [image] })
  expect(messages[0].content).toEqual([
    { type: 'text', text: 'Echo' },
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/) } },
  ])
})

test('a draft guesses ahead by a graph that names both, which goes with the server', async () => {
  const draft = writeIr(folder, 'draft', 'Qwen3ForCausalLM')
  const instance = await start(writer, { draftModel: draft })
  const { flags, draft: named } = await echoed(instance)
  expect([named, flags.task]).toEqual([draft, undefined])
  await instance.stop(10_000)
  expect(() => readFileSync(`${flags.model_path}/graph.pbtxt`)).toThrow('ENOENT')
  await expect(start(writer, { draftModel: folder })).rejects.toMatchObject({
    details: { reason: expect.stringContaining('is no OpenVINO model') },
  })
})

test('embeddings and scores are its own tasks', async () => {
  const embedder = await start(writeIr(folder, 'embedder', 'BertModel'), { pooling: 'last' })
  expect(embedder.capabilities).toMatchObject({ generate: false, embeddingSize: 3 })
  const vectors = await collect(embedder.run({ kind: 'embed', inputs: ['a', 'b'], normalize: false }, NEVER))
  // What the server counts for all of them, which whoever adds them up comes to.
  expect(vectors.flatMap((event) => (event.type === 'embedding' ? [event.tokens] : []))).toEqual([3, 0])
  const reranker = await start(writeIr(folder, 'reranker', 'BertForSequenceClassification'))
  const events = await collect(reranker.run({ kind: 'rerank', query: 'a', documents: ['b', 'ccc'] }, NEVER))
  expect(events.flatMap((event) => (event.type === 'score' ? [event.score] : []))).toEqual([
    expect.closeTo(0.25),
    expect.closeTo(0.75),
  ])
})

test('a server that is up without its model says what it says of it', async () => {
  await expect(start(writeIr(folder, 'unloaded', 'Qwen3ForCausalLM', 'unloaded'))).rejects.toMatchObject({
    code: 'model_load_failed',
    details: { reason: 'OpenVINO Model Server has not loaded it (LOADING_PRECONDITION_FAILED): the graph is broken.' },
  })
})

test('the package comes first where the settings name it, the server where they name that', async () => {
  const both = { runtime: builtRuntime, packagePath: installFakeOpenVino(folder) }
  const versions = [null, OVMS].map((serverPath) => createOpenVinoDriver({ ...both, serverPath }).probe())
  expect((await Promise.all(versions)).map(({ version }) => version)).toEqual(['openvino-genai 2026.4.0', 'ovms'])
  const nowhere = createOpenVinoDriver({ runtime: builtRuntime, packagePath: null, serverPath: '/nowhere' })
  expect((await nowhere.probe()).reason).toBe(
    'ovms is not here (looked for /nowhere/ovms). Install OpenVINO Model Server, or point openvino.server_path at it.',
  )
})

test('a program of another name is told as that', async () => {
  const { execPath: serverPath } = process
  const driver = createOpenVinoDriver({ runtime: builtRuntime, packagePath: null, serverPath })
  expect((await driver.probe()).reason).toBe(
    `openvino.server_path is ${serverPath}, a file that is not called ovms. Point it at that, or at its folder.`,
  )
})
