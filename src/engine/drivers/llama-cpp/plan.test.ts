import { describe, expect, it } from 'vitest'
import { formatUnit } from '../../../core/compute/compute.ts'
import { readCompute } from '../../../core/compute/read.ts'
import type { Device } from '../../../core/device.ts'
import type { Placement } from '../../../core/placement.ts'
import { type Accelerator, acceleratorsAmong } from './accelerators.ts'
import { chooseDevices } from './choose-devices.ts'
import { readOptions } from './options.ts'
import { planLlamaCpp } from './plan.ts'

const FACTS = { path: '/m.gguf', sizeBytes: 1 }

/** Layers, and on what, in the notation of `compute`. */
function offloaded(wish: Placement, accelerators: Accelerator[]): [number, string[] | null] {
  const plan = planLlamaCpp('m', FACTS, wish, { cores: 1 }, { libraryPath: null }, new Set(accelerators))
  const { units } = readOptions(plan.options)
  return [plan.gpuLayers, units?.map(formatUnit) ?? null]
}

const on = (text: string): Placement => ({ compute: readCompute(text, 'compute') })

describe('what computes', () => {
  it.each<[string, Placement, Accelerator[], number, string[] | null]>([
    ['all there is, unless said', {}, ['gpu'], -1, null],
    ['all there is', on('hybrid'), ['gpu'], -1, null],
    ['so many layers', { gpuLayers: 7 }, ['gpu'], 7, null],
    ['the GPU', on('gpu'), ['gpu'], -1, null],
    ['the GPU and not the NPU', on('gpu'), ['gpu', 'npu'], -1, ['gpu']],
    ['one GPU of several', on('gpu.1'), ['gpu'], -1, ['gpu.1']],
    ['the GPU with so many layers', { ...on('gpu'), gpuLayers: 7 }, ['gpu'], 7, null],
    ['the first there is of several', on('npu,gpu,cpu'), ['gpu'], -1, null],
    ['the CPU, where there is nothing before it', on('npu,gpu,cpu'), [], 0, null],
    ['the CPU alone', { ...on('cpu'), gpuLayers: 7 }, ['gpu'], 0, null],
    ['the CPU, where there is nothing else, whatever layers were asked for', { gpuLayers: -1 }, [], 0, null],
    ['several NPUs together', on('HTP0,HTP1'), ['gpu', 'npu'], -1, ['npu.0', 'npu.1']],
    ['the GPU and the CPU together', on('HETERO:GPU,CPU'), ['gpu', 'npu'], -1, ['gpu']],
  ])('%s', (_, wish, accelerators, expected, units) => {
    expect(offloaded(wish, accelerators)).toEqual([expected, units])
  })

  it.each<[string, string, Accelerator[]]>([
    ['a GPU where the build has none', 'gpu', []],
    ['an NPU where there is only a GPU', 'npu', ['gpu']],
    ['none of several', 'npu,gpu', []],
    ['not all of those to be used together', 'HETERO:NPU,GPU', ['gpu']],
  ])('is refused as %s', (_, text, accelerators) => {
    expect(() => offloaded(on(text), accelerators)).toThrowError(
      expect.objectContaining({ code: 'invalid_value', param: 'compute', status: 400 }),
    )
  })
})

describe('the devices that are meant', () => {
  const device = (kind: Device['kind'], name: string): Device => ({
    kind,
    name,
    description: '',
    memoryBytes: { free: 0, total: 0 },
  })
  const devices = [device('gpu', 'CUDA0'), device('npu', 'HTP0'), device('gpu', 'CUDA1'), device('cpu', 'CPU')]

  it.each<[string, number[]]>([
    ['gpu', [0, 2]],
    ['gpu.1', [2]],
    ['hetero:gpu.1,npu', [2, 1]],
    ['hetero:gpu.0,gpu', [0, 2]],
  ])('by %s are %j', (text, positions) => {
    expect(chooseDevices(devices, readCompute(text, 'compute').units)).toEqual(positions)
  })

  it('must be there', () => {
    const { units } = readCompute('gpu.2', 'compute')
    expect(() => chooseDevices(devices, units)).toThrowError(
      'there is no gpu.2; llama.cpp finds gpu.0 (CUDA0), npu.0 (HTP0), gpu.1 (CUDA1), cpu.0 (CPU).',
    )
    expect(() => chooseDevices([], units)).toThrowError('there is no gpu.2; llama.cpp finds no devices.')
  })
})

describe('settings that can not be met', () => {
  it.each<[string, Placement, string, string | undefined]>([
    ['more slots than there can be', { slots: 201 }, 'slots', undefined],
    ['more threads than cores', { threads: 2 }, 'threads', undefined],
    ['small numbers without what reads them', { kvType: 'q4_0', flashAttention: 'off' }, 'kv_type', 'flash_attention'],
    ['small numbers, to be exact', { kvType: 'q8_0', deterministic: true }, 'kv_type', 'deterministic'],
    ['guesses, to be exact', { draftModel: '/d', deterministic: true }, 'draft_model', 'deterministic'],
    ['guesses for an embedder', { draftModel: '/d', pooling: 'mean' }, 'draft_model', 'pooling'],
  ])('are refused by their names: %s', (_, wish, param, against) => {
    const refusal = { code: 'load_refused', status: 400, param, details: expect.objectContaining({ model: 'm' }) }
    expect(() => offloaded(wish, [])).toThrowError(expect.objectContaining(refusal))
    const details = expect.objectContaining(against === undefined ? {} : { against })
    expect(() => offloaded(wish, [])).toThrowError(expect.objectContaining({ details }))
  })
})

it('tells what a build has by its files', () => {
  const packaged = ['libggml-base.so', 'libggml.v0.5.0.so', 'libggml-cpu-haswell.so', 'libllama.v0.5.0.so']
  expect([...acceleratorsAmong(packaged)]).toEqual([])
  expect([...acceleratorsAmong([...packaged, 'libggml-vulkan.so', 'ggml-cuda.dll'])]).toEqual(['gpu'])
  expect([...acceleratorsAmong(['libggml-hexagon.so'])]).toEqual(['npu'])
})
