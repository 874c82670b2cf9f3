import type { Unit } from './score.ts'

/** What bounds a chip: bytes a second from its memory, and operations a second. As its makers tell them. */
export interface ChipSpeed {
  readonly bandwidth: number
  readonly operations: number
}

/** By what the name of a device says; the first that fits. GB/s and 10^12 operations a second. */
const GPUS: readonly (readonly [RegExp, number, number])[] = [
  [/RTX 5090/i, 1792, 200],
  [/RTX 4090/i, 1008, 160],
  [/RTX 4080/i, 717, 95],
  [/RTX 3090/i, 936, 70],
  [/RTX 4070/i, 504, 55],
  [/RTX 3060/i, 360, 25],
  [/RTX 4060/i, 272, 30],
  [/H200/i, 4800, 900],
  [/H100/i, 3350, 900],
  [/A100.*80/i, 2039, 300],
  [/A100/i, 1555, 300],
  [/\bL40/i, 864, 180],
  [/\bL4\b/i, 300, 60],
  [/\bT4\b/i, 320, 30],
  [/7900 XTX/i, 960, 60],
  [/Arc.*(A770|B580)/i, 500, 30],
  [/Orin/i, 204, 20],
  [/M\d Ultra/i, 800, 50],
  [/M\d Max/i, 400, 25],
  [/M\d Pro/i, 200, 12],
  [/Apple|\bM\d\b/i, 100, 6],
  [/8060S|Strix Halo/i, 256, 30],
  [/Mali/i, 20, 0.5],
]

/** A graphics card nobody knows, with memory of its own; one that is part of the processor. */
const SOME_GPU: ChipSpeed = { bandwidth: 300e9, operations: 20e12 }
const SOME_INTEGRATED: ChipSpeed = { bandwidth: 45e9, operations: 3e12 }
const SOME_NPU: ChipSpeed = { bandwidth: 25e9, operations: 4e12 }

/** Of whole boards and processors, in GB/s. */
const CPUS: readonly (readonly [RegExp, number])[] = [
  [/M\d Ultra/i, 400],
  [/M\d (Max|Pro)/i, 200],
  [/Apple/i, 80],
  [/Core.*Ultra|Ryzen AI|Snapdragon/i, 80],
  [/EPYC|Xeon/i, 150],
  [/Cortex-A7\d|Cortex-X/i, 20],
  [/Cortex-A5\d/i, 8],
]
const SOME_CPU = 40

/** One core draws no more than this from memory, and computes so much, with and without wide vectors. */
const CORE_BANDWIDTH = 12e9
const CORE_OPERATIONS = { wide: 60e9, narrow: 25e9 } as const

/** @param name the device's description; of a CPU, its name */
export function chipSpeed(
  unit: Unit,
  name: string,
  { cores, isWide, isIntegrated }: { readonly cores: number; readonly isWide: boolean; readonly isIntegrated: boolean },
): ChipSpeed {
  if (unit === 'npu') return SOME_NPU
  if (unit === 'cpu') {
    const [, gigabytes = SOME_CPU] = CPUS.find(([pattern]) => pattern.test(name)) ?? []
    return {
      bandwidth: Math.min(1e9 * gigabytes, cores * CORE_BANDWIDTH),
      operations: cores * (isWide ? CORE_OPERATIONS.wide : CORE_OPERATIONS.narrow),
    }
  }
  const known = GPUS.find(([pattern]) => pattern.test(name))
  if (known === undefined) return isIntegrated ? SOME_INTEGRATED : SOME_GPU
  return { bandwidth: 1e9 * known[1], operations: 1e12 * known[2] }
}
