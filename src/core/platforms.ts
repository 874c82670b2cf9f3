import type { UnitKind } from './compute/compute.ts'

/** A runtime that models are made for, as LlamaPi means the word. */
export interface Platform {
  readonly name: string
  /** What it computes on. */
  readonly units: readonly UnitKind[]
}

/** By LlamaPi's ids, for the platforms that it has. */
export const PLATFORMS = {
  llama_cpp: { name: 'llama.cpp', units: ['cpu', 'gpu', 'npu'] },
  onnx: { name: 'ONNX Runtime', units: ['cpu', 'gpu'] },
  openvino: { name: 'OpenVINO', units: ['cpu', 'gpu', 'npu'] },
  qairt: { name: 'Qualcomm QAIRT', units: ['npu'] },
  rkllm: { name: 'RKLLM', units: ['npu'] },
  rknn2: { name: 'RKNN2', units: ['npu'] },
  rknn3: { name: 'RKNN3', units: ['npu'] },
} as const satisfies Readonly<Record<string, Platform>>

export type PlatformName = keyof typeof PLATFORMS

export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly PlatformName[]
