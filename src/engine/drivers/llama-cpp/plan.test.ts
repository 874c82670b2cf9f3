import { describe, expect, it } from 'vitest'
import type { Placement } from '../../../core/placement.ts'
import { type Accelerator, acceleratorsAmong } from './accelerators.ts'
import { planLlamaCpp } from './plan.ts'

const FACTS = { path: '/m.gguf', sizeBytes: 1 }

function layers(wish: Placement, ...accelerators: Accelerator[]): number {
  return planLlamaCpp('m', FACTS, wish, { cores: 1 }, { libraryPath: null }, new Set(accelerators)).gpuLayers
}

describe('what computes', () => {
  it.each<[string, Placement, Accelerator[], number]>([
    ['all there is, unless said', {}, ['gpu'], -1],
    ['all there is', { compute: 'hybrid' }, ['gpu'], -1],
    ['so many layers', { gpuLayers: 7 }, ['gpu'], 7],
    ['the GPU', { compute: 'gpu' }, ['gpu'], -1],
    ['the GPU with so many layers', { compute: 'gpu', gpuLayers: 7 }, ['gpu'], 7],
    ['the first there is of several', { compute: 'npu, gpu,cpu' }, ['gpu'], -1],
    ['the CPU, where there is nothing before it', { compute: 'npu,gpu,cpu' }, [], 0],
    ['the CPU alone', { compute: 'cpu', gpuLayers: 7 }, ['gpu'], 0],
    ['the CPU, where there is nothing else, whatever layers were asked for', { gpuLayers: -1 }, [], 0],
  ])('%s', (_, wish, accelerators, expected) => {
    expect(layers(wish, ...accelerators)).toBe(expected)
  })

  it.each<[string, string, Accelerator[]]>([
    ['a GPU where the build has none', 'gpu', []],
    ['an NPU where there is only a GPU', 'npu', ['gpu']],
    ['none of several', 'npu,gpu', []],
    ['a device by name', 'CUDA0', ['gpu']],
  ])('is refused as %s', (_, compute, accelerators) => {
    expect(() => layers({ compute }, ...accelerators)).toThrowError(
      expect.objectContaining({ code: 'invalid_value', param: 'compute', status: 400 }),
    )
  })
})

it('tells what a build has by its files', () => {
  const packaged = ['libggml-base.so', 'libggml.v0.5.0.so', 'libggml-cpu-haswell.so', 'libllama.v0.5.0.so']
  expect([...acceleratorsAmong(packaged)]).toEqual([])
  expect([...acceleratorsAmong([...packaged, 'libggml-vulkan.so', 'ggml-cuda.dll'])]).toEqual(['gpu'])
  expect([...acceleratorsAmong(['libggml-hexagon.so'])]).toEqual(['npu'])
})
