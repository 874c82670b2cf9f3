import { describe, expect, it } from 'vitest'
import type { Device } from '../../../core/device.ts'
import type { Placement } from '../../../core/placement.ts'
import type { DeviceMemory } from '../../driver.ts'
import { estimateLlamaCpp } from './estimate.ts'
import type { Weight, WeightFile } from './model-shape.ts'
import { planLlamaCpp } from './plan.ts'

const GIB = 2 ** 30
const weight = (name: string, type: string, bytes: number, rows = 64): Weight => ({
  name,
  shape: [32, rows],
  type,
  bytes,
})

/** Two layers, two of four heads with keys and values of 8 numbers each. */
const FACTS: Readonly<Record<string, unknown>> = {
  'general.architecture': 'llama',
  'llama.block_count': 2,
  'llama.context_length': 1000,
  'llama.embedding_length': 32,
  'llama.feed_forward_length': 64,
  'llama.attention.head_count': 4,
  'llama.attention.head_count_kv': 2,
  'tokenizer.ggml.tokens': { length: 100 },
}

function estimate(
  wish: Placement = {},
  facts: Readonly<Record<string, unknown>> = {},
  tensors: readonly Weight[] = [],
  draft: WeightFile | null = null,
) {
  const file = { metadata: new Map(Object.entries({ ...FACTS, ...facts })), tensors }
  const host = { cores: 1 }
  const plan = planLlamaCpp('m', { path: '/m', sizeBytes: 1 }, wish, host, { libraryPath: null }, new Set())
  const { devices, ...rest } = estimateLlamaCpp({ main: file, draft, projector: null }, plan, GIB)
  const [host0] = devices
  if (!host0) throw new Error('there is always the host')
  return { ...rest, ...host0 }
}

describe('MTP layers', () => {
  /** The last of three layers. */
  const headed = {
    'general.architecture': 'glm4moe',
    ...Object.fromEntries(
      Object.entries({ ...FACTS, 'llama.block_count': 3, 'llama.nextn_predict_layers': 1 })
        .filter(([key]) => key.startsWith('llama.'))
        .map(([key, value]) => [key.replace('llama.', 'glm4moe.'), value]),
    ),
  }
  const tensors = [weight('blk.1.ffn_up.weight', 'F32', 100), weight('blk.2.nextn.eh_proj.weight', 'F32', 50)]
  const wish = { contextTokens: 10, slots: 1 }

  it('take their weights, a layer of cache, and scratch space', () => {
    const [with1, without] = [estimate(wish, headed, tensors), estimate(wish, { 'llama.block_count': 3 })]
    expect(with1.weights).toBe(150)
    expect(with1.kvCache).toBe(without.kvCache)
    expect(with1.compute).toBeGreaterThan(without.compute)
  })

  it('take nothing where they stay unused', () => {
    const plain = estimate({ ...wish, deterministic: true })
    const unused = estimate({ ...wish, deterministic: true }, headed, tensors)
    expect(unused).toMatchObject({ weights: 100, kvCache: plain.kvCache, compute: plain.compute })
  })
})

describe('the KV cache', () => {
  /** 2 layers × 2 heads × (8 + 8) numbers. */
  const NUMBERS = 64

  it.each<[string, Placement, Record<string, unknown>, number]>([
    ['all tokens of all slots', { contextTokens: 10, slots: 3 }, {}, NUMBERS * 10 * 3 * 2],
    ['4 slots of what it was trained for, unless said', {}, {}, NUMBERS * 1000 * 4 * 2],
    ['of smaller numbers', { contextTokens: 32, slots: 1, kvType: 'q8_0' }, {}, NUMBERS * 34],
    [
      'as many heads as for queries, unless the file says',
      { contextTokens: 1, slots: 1 },
      { 'llama.attention.head_count_kv': undefined },
      2 * NUMBERS * 2,
    ],
    ['heads by layer', { contextTokens: 1, slots: 1 }, { 'llama.attention.head_count_kv': [2, 0] }, (NUMBERS / 2) * 2],
    ['lengths of its own', { contextTokens: 1, slots: 1 }, { 'llama.attention.key_length': 24 }, 2 * 2 * (24 + 8) * 2],
    ['none, of an encoder', {}, { 'llama.attention.causal': false }, 0],
  ])('is of %s', (_, wish, facts, bytes) => {
    expect(estimate(wish, facts).kvCache).toBe(bytes)
  })
})

describe('weights', () => {
  const tensors = [weight('token_embd.weight', 'Q4_0', 100), weight('blk.0.ffn_up.weight', 'Q4_0', 1_000)]

  it('are mapped, or read', () => {
    expect(estimate({}, {}, [weight('a.weight', 'Q8_0', 7)])).toMatchObject({ weights: 7, mapped: 7 })
    expect(estimate({ loadMode: 'read' }, {}, [weight('a.weight', 'Q8_0', 7)])).toMatchObject({ weights: 7, mapped: 0 })
  })

  it('take their size again where they are rearranged; an embedding only when it is the output as well', () => {
    const output = weight('output.weight', 'Q6_K', 10)
    expect(estimate({}, {}, [...tensors, output])).toMatchObject({ weights: 2 * 1_000 + 100 + 10, mapped: 1_110 })
    expect(estimate({}, {}, tensors)).toMatchObject({ weights: 2 * 1_100, mapped: 1_100 })
  })

  it('are not rearranged by rows that do not come in eights', () => {
    expect(estimate({}, {}, [weight('a.weight', 'Q4_K', 9, 63), output()])).toMatchObject({ weights: 9 })
  })

  const output = () => weight('output.weight', 'Q6_K', 0)
})

it('counts a draft model as well, which has a cache as long', () => {
  const draft: WeightFile = {
    metadata: new Map(Object.entries({ ...FACTS, 'llama.block_count': 1 })),
    tensors: [weight('a.weight', 'F16', 10)],
  }
  const [alone, both] = [null, draft].map((each) => estimate({ contextTokens: 10, slots: 1 }, {}, [], each))
  expect(both?.weights).toBe(10)
  expect(both?.kvCache).toBe((alone?.kvCache ?? 0) * 1.5)
  expect((both?.runtime ?? 0) - (alone?.runtime ?? 0)).toBe(100 * 150)
})

it('needs more to compute where attention is not fused', () => {
  const fused = estimate({ contextTokens: 512, slots: 1 })
  const exact = estimate({ contextTokens: 512, slots: 1, flashAttention: 'off' })
  expect(exact.compute - fused.compute).toBe(512 * 512 * (4 * 4 - 2))
})

it('reads a text that is pooled in one batch, and keeps the cache of one', () => {
  const [writes, embeds] = [undefined, 'mean' as const].map((pooling) =>
    estimate({ contextTokens: 1000, slots: 4, pooling }),
  )
  expect(embeds?.kvCache).toBe((writes?.kvCache ?? 0) / 4)
  expect(embeds?.compute).toBeGreaterThan((writes?.compute ?? 0) * 1.5)
})

it('tells the context that will be chosen, and what there is to choose from', () => {
  expect(estimate()).toMatchObject({ contextTokens: 1000, trainedTokens: 1000 })
  expect(estimate({ contextTokens: 50 })).toMatchObject({ contextTokens: 50 })
})

it('survives a file that says nothing', () => {
  const file = { metadata: new Map(), tensors: [] }
  const plan = planLlamaCpp('m', { path: '/m', sizeBytes: 1 }, {}, { cores: 1 }, { libraryPath: null }, new Set())
  const { devices } = estimateLlamaCpp({ main: file, draft: null, projector: null }, plan, GIB)
  expect(Object.values(devices[0] ?? {}).every((value) => typeof value === 'string' || Number.isFinite(value))).toBe(
    true,
  )
})

describe('with accelerators', () => {
  const device = (name: string, freeGib: number, more: Partial<Device> = {}): Device => ({
    name,
    description: name,
    kind: 'gpu',
    memoryBytes: { free: freeGib * GIB, total: 24 * GIB },
    ...more,
  })
  const TENSORS = [
    weight('token_embd.weight', 'Q4_0', 100),
    weight('blk.0.ffn_up.weight', 'Q4_0', 1_000),
    weight('blk.0.attn_norm.weight', 'F32', 10, 1),
    weight('blk.1.ffn_up.weight', 'Q4_0', 1_000),
    weight('output_norm.weight', 'F32', 1, 1),
    weight('output.weight', 'Q6_K', 500),
  ]
  /** Numbers of one layer × tokens × slots × bytes. */
  const KV_OF_LAYER = 32 * 10 * 2

  function rows(wish: Placement, devices: readonly Device[], tensors: readonly Weight[] = TENSORS) {
    const main = { metadata: new Map(Object.entries(FACTS)), tensors }
    const host = { cores: 1 }
    const wished = { contextTokens: 10, slots: 1, ...wish }
    const plan = planLlamaCpp('m', { path: '/m', sizeBytes: 1 }, wished, host, { libraryPath: null }, new Set(['gpu']))
    const estimated = estimateLlamaCpp({ main, draft: null, projector: null }, plan, GIB, devices)
    return estimated.devices.map(({ device, weights, mapped, kvCache }) => ({ device, weights, mapped, kvCache }))
  }

  it('leaves the input to the CPU, where nothing is rearranged then', () => {
    expect(rows({}, [device('CUDA0', 20)])).toEqual([
      { device: 'CPU', weights: 100, mapped: 100, kvCache: 0 },
      { device: 'CUDA0', weights: 2_511, mapped: 0, kvCache: 2 * KV_OF_LAYER },
    ])
  })

  it('gives the last layers and the output to the device, as many as asked', () => {
    expect(rows({ gpuLayers: 2 }, [device('CUDA0', 20)])).toEqual([
      { device: 'CPU', weights: 100 + 1_010 + 1_000, mapped: 1_110, kvCache: KV_OF_LAYER },
      { device: 'CUDA0', weights: 1_501, mapped: 0, kvCache: KV_OF_LAYER },
    ])
    expect(rows({ gpuLayers: 0 }, [device('CUDA0', 20)]).map((row) => row.device)).toEqual(['CPU'])
  })

  it('divides the layers by what is free, or as asked', () => {
    const pair = [device('CUDA0', 8), device('CUDA1', 16)]
    const [byFree, asAsked] = [rows({}, pair), rows({ tensorSplit: [2, 1] }, pair)]
    expect(byFree).toMatchObject([{}, { device: 'CUDA0', weights: 1_010 }, { device: 'CUDA1', weights: 1_501 }])
    expect(asAsked).toMatchObject([{}, { device: 'CUDA0', weights: 2_010 }, { device: 'CUDA1', weights: 501 }])
    expect(asAsked.map(({ kvCache }) => kvCache)).toEqual([0, 2 * KV_OF_LAYER, 0])
  })

  it('keeps it all on the main device, or divides matrices by rows', () => {
    const pair = [device('CUDA0', 8), device('CUDA1', 8)]
    expect(rows({ splitMode: 'none', mainGpu: 1 }, pair)).toMatchObject([{}, { device: 'CUDA1', weights: 2_511 }])
    expect(rows({ splitMode: 'row', tensorSplit: [1, 1] }, pair)).toMatchObject([
      {},
      { device: 'CUDA0', weights: 1_250 + 10 },
      { device: 'CUDA1', weights: 1_250 + 1 },
    ])
  })

  it('counts a matrix that is input and output in one on both sides', () => {
    const tied = TENSORS.filter(({ name }) => name !== 'output.weight')
    expect(rows({}, [device('CUDA0', 20)], tied)).toMatchObject([{ weights: 100 }, { weights: 2_111 }])
  })

  it("tells of a device that it has the machine's own memory; weights are read for one that is integrated", () => {
    const [host, shared] = [device('Vulkan0', 4, { integrated: true, sharesMemory: true })].map((igpu) => {
      const main = { metadata: new Map(Object.entries(FACTS)), tensors: TENSORS }
      const plan = planLlamaCpp(
        'm',
        { path: '/m', sizeBytes: 1 },
        {},
        { cores: 1 },
        { libraryPath: null },
        new Set(['gpu']),
      )
      return estimateLlamaCpp({ main, draft: null, projector: null }, plan, GIB, [igpu]).devices
    })[0] as readonly DeviceMemory[]
    expect(host).toMatchObject({ device: 'CPU', mapped: 0 })
    expect(shared).toMatchObject({ device: 'Vulkan0', shared: true })
  })
})
