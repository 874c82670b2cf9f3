import { ROCKCHIP_CARDS, UNTOLD_CARD } from './chips.ts'
import type { UnitKind } from './compute/compute.ts'
import type { Vendor } from './machine.ts'

/** A runtime that models are made for, as LlamaPi means the word. */
export interface Platform {
  readonly name: string
  /** What it computes on. */
  readonly units: readonly UnitKind[]
  /** Whose chips, where it is made for one maker's. */
  readonly vendor?: Vendor
  /** Which of them, where not all. */
  readonly types?: readonly string[]
}

/** By LlamaPi's ids, for the platforms that it has. */
export const PLATFORMS = {
  llama_cpp: { name: 'llama.cpp', units: ['cpu', 'gpu', 'npu'] },
  onnx: { name: 'ONNX Runtime', units: ['cpu', 'gpu'] },
  whisper: { name: 'whisper.cpp', units: ['cpu', 'gpu'] },
  openvino: { name: 'OpenVINO', units: ['cpu', 'gpu', 'npu'], vendor: 'intel' },
  qairt: { name: 'QAIRT', units: ['npu'], vendor: 'qualcomm' },
  rkllm: { name: 'RKLLM', units: ['npu'], vendor: 'rockchip', types: ['RK3588', 'RK3576', 'RK3562', 'RV1126B'] },
  rknn2: {
    name: 'RKNN2',
    units: ['npu'],
    vendor: 'rockchip',
    types: ['RK3588', 'RK3576', 'RK3568', 'RK3566', 'RK3562', 'RV1126B'],
  },
  rknn3: { name: 'RKNN3', units: ['npu'], vendor: 'rockchip', types: [...Object.keys(ROCKCHIP_CARDS), UNTOLD_CARD] },
} as const satisfies Readonly<Record<string, Platform>>

export type PlatformName = keyof typeof PLATFORMS

export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly PlatformName[]
