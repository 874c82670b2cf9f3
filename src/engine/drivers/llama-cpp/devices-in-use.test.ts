import { expect, it } from 'vitest'
import type { ComputeUnit } from '../../../core/compute/compute.ts'
import type { Device } from '../../../core/device.ts'
import { devicesInUse } from './devices-in-use.ts'

const device = (name: string, kind: Device['kind'], integrated = false): Device => ({
  name,
  description: '',
  kind,
  memoryBytes: { free: 1, total: 1 },
  ...(integrated && { integrated }),
})
const CPU = device('CPU', 'cpu')
const BLAS = device('BLAS', 'accelerator')
const CUDA0 = device('CUDA0', 'gpu')
const CUDA1 = device('CUDA1', 'gpu')
const IGPU = device('Vulkan0', 'gpu', true)
const NPU = device('HTP0', 'npu')
const GPU1: ComputeUnit = { kind: 'gpu', index: 1 }

it.each<[string, Device[], Partial<Parameters<typeof devicesInUse>[1]>, string[]]>([
  ['none but a CPU', [CPU, BLAS], {}, []],
  ['all that compute', [CPU, CUDA0, CUDA1, NPU], {}, ['CUDA0', 'CUDA1', 'HTP0']],
  ['no integrated one beside others', [CPU, IGPU, CUDA0], {}, ['CUDA0']],
  ['an integrated one alone', [CPU, IGPU], {}, ['Vulkan0']],
  ['the one that is named', [CPU, CUDA0, CUDA1], { units: [GPU1] }, ['CUDA1']],
  ['none for one that is not there', [CPU, CUDA0], { units: [GPU1] }, []],
  ['the main one', [CPU, CUDA0, CUDA1], { splitMode: 'none', mainGpu: 1 }, ['CUDA1']],
  ['none for a main one that is not there', [CPU, CUDA0], { splitMode: 'none', mainGpu: 1 }, []],
])('%s', (_, devices, options, names) => {
  const used = devicesInUse(devices, { units: null, splitMode: 'layer', mainGpu: 0, ...options })
  expect(used.map(({ name }) => name)).toEqual(names)
})
