import type { Chip, MachineReport } from '../../src/core/machine.ts'

/** An NPU that works. */
export const RK3588: Chip = {
  kind: 'npu',
  vendor: 'rockchip',
  type: 'RK3588',
  name: 'RK3588 NPU',
  address: 'fdab0000.npu',
  driver: { name: 'RKNPU', version: '0.9.8' },
  memoryBytes: null,
  cores: 3,
  state: 'ready',
  problems: [],
  source: 'files',
}

/** A computer with nothing but a CPU, and llama.cpp on it. */
export const BARE_MACHINE: MachineReport = {
  board: null,
  cpu: { name: 'A CPU', architecture: 'x64', cores: 2, features: ['avx2'] },
  memory: { totalBytes: 8_000_000_000, availableBytes: 6_000_000_000, limit: 'machine' },
  chips: [],
  libraries: [],
  engines: [
    {
      platform: 'llama_cpp',
      available: true,
      reason: '',
      version: '0.5.0',
      devices: [
        {
          name: 'CPU',
          description: 'A CPU',
          kind: 'cpu',
          memoryBytes: { free: 6_000_000_000, total: 8_000_000_000 },
        },
      ],
    },
  ],
  platforms: [
    { id: 'llama_cpp', name: 'llama.cpp', available: true, reason: '', chips: [{ type: 'A CPU', count: 1 }] },
    { id: 'rkllm', name: 'RKLLM', available: false, reason: 'There is no RK3588 here.', chips: [] },
  ],
}
