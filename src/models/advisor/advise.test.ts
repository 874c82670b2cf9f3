import { expect, test } from 'vitest'
import type { BenchmarkRun } from '../../core/benchmark.ts'
import { adviseModel } from './advise.ts'
import type { ModelFigures } from './figures.ts'
import { measurementsOf, withUsualError } from './measurements.ts'
import { type Site, threadsFor } from './sites.ts'

const GB = 1e9

const MODEL: ModelFigures = {
  id: 'm',
  platform: 'llama_cpp',
  ...{ generates: true, readsImages: false, hears: false, callsTools: false, gated: false },
  parameters: 4 * GB,
  activeParameters: 4 * GB,
  precision: 'Q4_K_M',
  weightBytes: 2.5 * GB,
  trainedContextTokens: 131_072,
  cacheBytesPerToken: 100_000,
  otherBytes: 0.3 * GB,
  memorySource: 'engine',
}

const CPU: Site = {
  ...{ device: 'CPU', description: 'A CPU', unit: 'cpu', platform: 'llama_cpp', threads: 4 },
  ...{ bandwidth: 50 * GB, operations: 1e12, freeBytes: 12 * GB, totalBytes: 16 * GB },
}
const GPU: Site = {
  ...{ device: 'CUDA0', description: 'A GPU', unit: 'gpu', platform: 'llama_cpp', threads: null },
  ...{ bandwidth: 500 * GB, operations: 50e12, freeBytes: 8 * GB, totalBytes: 8 * GB },
}
const NPU: Site = { ...GPU, device: 'NPU', unit: 'npu', platform: 'rkllm' }

const NOTHING = { of: () => null, models: [], usualError: null }

function advised(model: Partial<ModelFigures>, site: Partial<Site> = {}, measurements = NOTHING) {
  const [advice] = adviseModel({ ...MODEL, ...model }, [{ ...CPU, ...site }], measurements, 'balanced')
  if (advice === undefined) throw new Error('there is no advice')
  return advice
}

test('a model is for the devices that its own engine computes on', () => {
  const devices = (platform: string) =>
    adviseModel({ ...MODEL, platform }, [CPU, GPU, NPU], NOTHING, 'balanced').map(({ site }) => site.device)
  expect(devices('llama_cpp')).toEqual(['CPU', 'CUDA0'])
  expect(devices('rkllm')).toEqual(['NPU'])
})

test('each token reads the weights that work on it: 65 % of what the memory gives', () => {
  expect(advised({}).decode).toEqual({
    tokensPerSecond: 13,
    source: 'estimated',
    estimated: 13,
    estimateError: null,
  })
  expect(advised({ activeParameters: 1 * GB }).decode.tokensPerSecond).toBe(52)
})

test.each([
  ['fits', 12, []],
  ['tight', 4.5, ['memory-tight', 'context-reduced']],
  ['no', 3, ['memory-insufficient']],
] as const)('it %s with %d GB free', (verdict, free, codes) => {
  const { fit, warnings } = advised({}, { freeBytes: free * GB })
  expect([fit.verdict, fit.neededBytes, fit.freeBytes]).toEqual([verdict, 2.8 * GB + 8192 * 100_000, free * GB])
  const told = warnings.map(({ code }) => code).filter((code) => code !== 'not-measured')
  expect(told).toEqual(codes)
})

test.each([
  [
    'slow',
    { weightBytes: 20 * GB, parameters: 32 * GB, activeParameters: 32 * GB },
    { totalBytes: 64 * GB, freeBytes: 60 * GB },
  ],
  ['precision-low', { weightBytes: 1.5 * GB }, {}],
  ['gated-model', { gated: true }, {}],
  ['splits', {}, { unit: 'gpu', freeBytes: 2 * GB }],
] as const)('warns of what is to be known: %s', (code, model, site) => {
  const found = advised(model, site).warnings.find((warning) => warning.code === code)
  expect(found?.message).toMatch(/\.$/)
})

test('the longest context that leaves room, never less than 2048 nor more than is of use', () => {
  expect(advised({}).recommended.contextTokens).toBe(32_768)
  expect(advised({}, { freeBytes: 6.5 * GB }).recommended.contextTokens).toBe(8192)
  expect(advised({}, { freeBytes: 1 * GB }).recommended.contextTokens).toBe(2048)
  expect(advised({ trainedContextTokens: 512 }).recommended.contextTokens).toBe(512)
})

test('precision by the profile: as fine as fits, as small as is sensible, or what still writes fluently', () => {
  const precision = (profile: Parameters<typeof adviseModel>[3], site: Site, model = MODEL) =>
    adviseModel(model, [site], NOTHING, profile)[0]?.recommended.precision
  expect(precision('best-quality', CPU)).toBe('F16')
  expect(precision('fastest', CPU)).toBe('Q4_K_M')
  expect(precision('balanced', CPU)).toBe('Q4_K_M')
  expect(precision('balanced', { ...CPU, bandwidth: 200 * GB })).toBe('Q8_0')
  expect(precision('best-quality', { ...CPU, freeBytes: 2 * GB })).toBeNull()
  expect(precision('best-quality', CPU, { ...MODEL, precision: 'MXFP4' })).toBe('MXFP4')
})

test('of cores that differ, the large ones compute', () => {
  expect(threadsFor({ name: '4 × Cortex-A55, 4 × Cortex-A76', cores: 8 })).toBe(4)
  expect(threadsFor({ name: '4 × Cortex-A55, 4 × Cortex-A76', cores: 2 })).toBe(2)
  expect(threadsFor({ name: '4 × Cortex-A53', cores: 4 })).toBe(4)
  expect(threadsFor({ name: 'AMD EPYC', cores: 6 })).toBe(6)
})

interface Measured {
  readonly decode: number
  readonly model?: string
  readonly hardware?: string
  readonly gpuLayers?: number
  readonly completionTokens?: number
}

function run({ decode, model = 'm', hardware = 'here', gpuLayers = 0, completionTokens = 64 }: Measured): BenchmarkRun {
  const spread = (median: number) => ({ median, least: median, most: median })
  const measure = { promptTokens: 64, completionTokens, decodeSpeed: spread(decode), prefillSpeed: spread(500) }
  const results = [{ model, device: 'auto', concurrency: 1, measure, subject: { gpuLayers } }]
  return { hardware: { fingerprint: hardware }, results } as unknown as BenchmarkRun
}

test('what was measured here counts more than what is estimated, and tells how far the rule is off', () => {
  const runs = [
    run({ decode: 900, completionTokens: 2 }),
    run({ decode: 10 }),
    run({ decode: 99, hardware: 'elsewhere' }),
    run({ decode: 80, gpuLayers: 30 }),
    run({ decode: 5 }),
  ]
  const measurements = withUsualError(measurementsOf(runs, 'here'), [MODEL], [CPU, GPU])
  // 13 where 10 were measured, and 130 where 80 were.
  expect(measurements.usualError).toBeCloseTo(0.3)
  const [cpu, gpu] = adviseModel(MODEL, [CPU, GPU], measurements, 'balanced')
  expect(cpu?.decode).toMatchObject({ tokensPerSecond: 10, source: 'measured', estimated: 13 })
  expect(cpu?.decode.estimateError).toBeCloseTo(0.3)
  expect(gpu?.decode).toMatchObject({ tokensPerSecond: 80, source: 'measured' })
  expect(cpu?.prefill).toMatchObject({ tokensPerSecond: 500, source: 'measured' })
  expect(cpu?.warnings.map(({ code }) => code)).not.toContain('not-measured')
  const [unmeasured] = adviseModel({ ...MODEL, id: 'other' }, [CPU], measurements, 'balanced')
  expect(unmeasured?.decode).toMatchObject({ source: 'estimated', estimateError: measurements.usualError })
})
