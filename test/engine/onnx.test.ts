import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeFloats } from '../../src/core/floats.ts'
import type { Placement } from '../../src/core/placement.ts'
import type { EngineTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createOnnxDriver } from '../../src/engine/drivers/onnx/driver.ts'
import { collect, NEVER } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { byteTokenizer } from '../fixtures/byte-tokenizer.ts'
import { lookup, numberOf, scorer, WIDTH, writeOnnxModel } from '../fixtures/onnx/models.ts'
import { builtRuntime } from './built-runtime.ts'

const folder = scratch()
const driver = createOnnxDriver({ runtime: builtRuntime, packagePath: null })

/** Loads it, has it work, and unloads it. */
async function withModel<T>(path: string, wish: Placement, work: (instance: EngineInstance) => Promise<T>): Promise<T> {
  const facts = await driver.recognise(path)
  if (facts === null) throw new Error(`${path} is not recognised`)
  const plan = driver.plan('m', facts, { threads: 1, ...wish }, { cores: 1 })
  const instance = await driver.start(plan, { signal: NEVER, onProgress() {} })
  try {
    return await work(instance)
  } finally {
    await instance.stop(10_000)
  }
}

async function answers(instance: EngineInstance, task: EngineTask): Promise<unknown[]> {
  return (await collect(instance.run(task, NEVER))).flatMap<unknown>((event) => {
    if (event.type === 'embedding') return [[...decodeFloats(event.vector)]]
    if (event.type === 'score') return [[event.score]]
    return event.type === 'error' ? [event] : []
  })
}

const rounded = (numbers: unknown) => (numbers as number[]).map((number) => number.toFixed(5))
const embed = (...inputs: string[]): EngineTask => ({ kind: 'embed', inputs, normalize: false })
const vectorOf = (text: string) => Array.from({ length: WIDTH }, (_, at) => numberOf(text.charCodeAt(0), at))
const meanOf = (a: string, b: string) => vectorOf(a).map((value, at) => (value + (vectorOf(b)[at] ?? 0)) / 2)

test('vectors of a text’s own tokens are pooled as its files say, or as is wished; padding has no part in it', async () => {
  const pooling = { '1_Pooling/config.json': { pooling_mode_cls_token: true } }
  const [plain, first] = [
    writeOnnxModel(join(folder, 'mean'), lookup()),
    writeOnnxModel(join(folder, 'cls'), lookup(), pooling),
  ]
  const told = (path: string, wish: Placement) =>
    withModel(path, wish, async (instance) => (await answers(instance, embed('ab', 'c', 'abcdef'))).map(rounded))
  const [ofTwo, ofOne] = await told(plain, {})
  expect([ofTwo, ofOne]).toEqual([rounded(meanOf('a', 'b')), rounded(vectorOf('c'))])
  expect((await told(first, {}))[0]).toEqual(rounded(vectorOf('a')))
  expect((await told(first, { pooling: 'last' }))[0]).toEqual(rounded(vectorOf('b')))
})

test('a graph of fixed shape gets its texts one by one, padded, and spans no more than that', async () => {
  const path = writeOnnxModel(join(folder, 'fixed'), lookup([1, 8]))
  await withModel(path, {}, async (instance) => {
    expect(instance.capabilities.contextTokens).toBe(8)
    expect((await answers(instance, embed('ab', 'c'))).map(rounded)).toEqual([
      rounded(meanOf('a', 'b')),
      rounded(vectorOf('c')),
    ])
    expect(await answers(instance, embed('123456789'))).toMatchObject([{ error: { code: 'context_length_exceeded' } }])
  })
})

test('a text that is cut keeps the token that closes every text, and pairs say which text a token is of', async () => {
  const closing = {
    ...byteTokenizer(),
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '!', type_id: 0 } }],
      pair: [
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '!', type_id: 0 } },
        { Sequence: { id: 'B', type_id: 1 } },
        { SpecialToken: { id: '!', type_id: 1 } },
      ],
      special_tokens: { '!': { id: '!', ids: [33], tokens: ['!'] } },
    },
  }
  const embedder = writeOnnxModel(join(folder, 'closing'), lookup(), { 'tokenizer.json': closing })
  await withModel(embedder, { pooling: 'last' }, async (instance) => {
    const cut = { ...(embed('abcdef') as object), truncate: 3 } as EngineTask
    expect((await answers(instance, cut)).map(rounded)).toEqual([rounded(vectorOf('!'))])
  })
  const reranker = writeOnnxModel(join(folder, 'scorer'), scorer(), { 'tokenizer.json': closing })
  await withModel(reranker, {}, async (instance) => {
    const pair: EngineTask = { kind: 'rerank', query: 'q', documents: ['d', 'longer than that'] }
    const [told] = await answers(instance, pair)
    const weighed = [...'q!']
      .map((one) => numberOf(one.charCodeAt(0), 0))
      .concat([...'d!'].map((one) => 2 * numberOf(one.charCodeAt(0), 0)))
    expect(rounded(told)).toEqual(rounded([weighed.reduce((a, b) => a + b)]))
  })
})

test.each([
  [
    'says where to get the runtime',
    { packagePath: '/nowhere' },
    {},
    'driver_unavailable',
    /not installed in \/nowhere/,
  ],
  [
    'has no device that it lacks',
    {},
    { compute: { take: 'first', units: [{ kind: 'npu' }] } },
    'model_load_failed',
    /computes on no npu/,
  ],
  ['spans no more than it was trained for', {}, { contextTokens: 600 }, 'load_refused', /512 is the most/],
] as const)('a load %s', async (_, options, wish, code, words) => {
  const own = createOnnxDriver({ runtime: builtRuntime, packagePath: null, ...options })
  const path = writeOnnxModel(join(folder, 'refused'), lookup())
  const plan = own.plan('m', { path, sizeBytes: 1 }, { threads: 1, ...wish } as Placement, { cores: 1 })
  const details = { reason: expect.stringMatching(words) }
  await expect(own.start(plan, { signal: NEVER, onProgress() {} })).rejects.toMatchObject({ code, details })
})

test.each([
  [{ 'modules.json': [{ type: 'x.Dense', path: '2_Dense' }] }, lookup(), /go through a Dense step/],
  [
    { 'config.json': { architectures: ['BertForSequenceClassification'], num_labels: 3 } },
    scorer(),
    /which of 3 kinds/,
  ],
])('a model with %j is refused in words', async (files, graph, words) => {
  const path = writeOnnxModel(join(folder, `odd-${words.source.length}`), graph, files)
  const details = { reason: expect.stringMatching(words) }
  await expect(withModel(path, {}, async () => {})).rejects.toMatchObject({ code: 'model_load_failed', details })
})

test('the graph of a folder is found where exporters put it, the plain one before others', async () => {
  const home = join(folder, 'exported')
  writeOnnxModel(home, lookup(), {}, 'onnx/model_quantized.onnx')
  expect(await driver.recognise(home)).toMatchObject({ path: home, sizeBytes: lookup().length })
  writeOnnxModel(home, scorer(), {}, 'onnx/model.onnx')
  expect(await driver.recognise(home)).toMatchObject({ sizeBytes: scorer().length })
  await withModel(home, {}, async ({ capabilities }) => expect(capabilities.rerank).toBe(true))
})
