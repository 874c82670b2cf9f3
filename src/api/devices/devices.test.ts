import { expect, test } from 'vitest'
import { BARE_MACHINE } from '../../../test/fakes/machine.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import type { Device } from '../../core/device.ts'
import type { Chip, EngineReport, MachineReport } from '../../core/machine.ts'
import { namedDevices } from './names.ts'
import { suggestDevices } from './suggestions.ts'

const CARD: Chip = {
  kind: 'npu',
  vendor: 'rockchip',
  type: 'RK1828',
  name: 'RK1828',
  address: '0000:01:00.0',
  driver: { name: 'pcie-rkep', version: null },
  memoryBytes: null,
  cores: null,
  state: 'unknown',
  problems: [{ what: 'It may not be opened.', fix: 'Run as root.' }],
  source: 'files',
}

async function ask(path: string, machine?: MachineReport) {
  const server = fakeServer({ models: [], ...(machine && { machine }) })
  const answer = await server.app.inject(path)
  await server.app.close()
  return answer.json()
}

function device(kind: Device['kind'], name: string, total = 0): Device {
  return { kind, name, description: `the ${name}`, memoryBytes: { free: total / 2, total } }
}

function engine(platform: string, devices: readonly Device[], available = true): EngineReport {
  return { platform, available, reason: available ? '' : 'it is broken', version: '1', devices }
}

test('devices are told by the names that a load takes, then by what they are', async () => {
  const engines = [engine('llama_cpp', [device('gpu', 'CUDA0', 8), device('gpu', 'CUDA1'), device('cpu', 'CPU')])]
  const libraries = [{ name: 'librkllmrt.so', platform: 'rkllm', path: null, fix: 'Copy it.' }]
  expect(await ask('/v1/devices', { ...BARE_MACHINE, board: 'A board', chips: [CARD], libraries, engines })).toEqual({
    default_device: 'AUTO',
    available: ['CPU', 'GPU.0', 'GPU.1'],
    devices: [
      { device: 'CPU', full_name: 'the CPU' },
      { device: 'GPU.0', full_name: 'the CUDA0' },
      { device: 'GPU.1', full_name: 'the CUDA1' },
    ],
    suggestions: [
      expect.objectContaining({ device: 'AUTO:GPU,CPU', experimental: false }),
      expect.objectContaining({ device: 'MULTI:GPU,CPU', experimental: true }),
      expect.objectContaining({ device: 'HETERO:GPU,CPU', experimental: true }),
    ],
    supported_examples: expect.arrayContaining(['CPU', 'HETERO:GPU,CPU']),
    board: 'A board',
    cpu: { name: 'A CPU', architecture: 'x64', cores: 2, features: ['avx2'] },
    memory: { total_bytes: 8_000_000_000, available_bytes: 6_000_000_000, limit: 'machine' },
    chips: [
      {
        kind: 'npu',
        vendor: 'rockchip',
        type: 'RK1828',
        name: 'RK1828',
        address: '0000:01:00.0',
        driver: { name: 'pcie-rkep', version: null },
        memory_bytes: null,
        cores: null,
        state: 'unknown',
        problems: [{ problem: 'It may not be opened.', fix: 'Run as root.' }],
        source: 'files',
      },
    ],
    libraries: [{ name: 'librkllmrt.so', platform: 'rkllm', path: null }],
    engines: [
      {
        platform: 'llama_cpp',
        available: true,
        version: '1',
        reason: '',
        devices: [
          { name: 'CUDA0', description: 'the CUDA0', kind: 'gpu', memory: { free_bytes: 4, total_bytes: 8 } },
          { name: 'CUDA1', description: 'the CUDA1', kind: 'gpu', memory: null },
          { name: 'CPU', description: 'the CPU', kind: 'cpu', memory: null },
        ],
      },
    ],
  })
})

test('platforms are told in the form of LlamaPi, with the reason of those that are not available', async () => {
  expect(await ask('/v1/platforms')).toEqual({
    platforms: [
      {
        id: 'llama_cpp',
        display_name: 'llama.cpp',
        available: true,
        detected_chips: [{ chip_type: 'A CPU', count: 1 }],
      },
      {
        id: 'rkllm',
        display_name: 'RKLLM',
        available: false,
        reason: 'There is no RK3588 here.',
        detected_chips: [],
      },
    ],
  })
})

test('of each kind, devices are counted by the engine that sees most; one that does not work sees none', () => {
  const engines = [
    engine('llama_cpp', [device('gpu', 'Vulkan0'), device('cpu', 'CPU'), device('accelerator', 'BLAS')]),
    engine('onnx', [device('gpu', 'CUDA0'), device('gpu', 'CUDA1')]),
    engine('rkllm', [device('npu', 'RK3588')], false),
  ]
  expect(namedDevices(engines).map(({ name, device }) => [name, device.name])).toEqual([
    ['CPU', 'CPU'],
    ['GPU.0', 'CUDA0'],
    ['GPU.1', 'CUDA1'],
  ])
})

test.each([
  [['CPU'], []],
  [
    ['CPU', 'NPU'],
    ['AUTO:NPU,CPU', 'MULTI:NPU,CPU'],
  ],
  [
    ['CPU', 'GPU.0', 'GPU.1'],
    ['AUTO:GPU,CPU', 'MULTI:GPU,CPU', 'HETERO:GPU,CPU'],
  ],
  [
    ['CPU', 'GPU', 'NPU'],
    ['AUTO:NPU,GPU,CPU', 'AUTO:GPU,NPU,CPU', 'MULTI:NPU,GPU,CPU', 'HETERO:NPU,GPU,CPU'],
  ],
])('with %j, %j are suggested', (names, suggested) => {
  expect(suggestDevices(names).map(({ device }) => device)).toEqual(suggested)
})
