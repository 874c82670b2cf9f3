import { type Compute, type ComputeUnit, HYBRID, together } from './compute.ts'

/** What GenieX's `compute` may be, for a refusal's text. */
export const GENIEX_COMPUTE = 'cpu, gpu, npu, hybrid, auto, or a list of devices such as HTP0,HTP1 or HTP0,GPUOpenCL'

const ALIASES: Readonly<Record<string, Compute>> = {
  cpu: { take: 'first', units: [{ kind: 'cpu' }] },
  gpu: { take: 'first', units: [{ kind: 'gpu' }] },
  npu: { take: 'first', units: [{ kind: 'npu' }] },
  hybrid: HYBRID,
  // There it is the NPU, and GenieX knows no machine without; here, what comes nearest to one.
  auto: { take: 'first', units: [{ kind: 'npu' }, { kind: 'gpu' }, { kind: 'cpu' }] },
}

/**
 * An alias in any case, or a list of ggml's names of Qualcomm's devices, which are case-sensitive: `HTP<n>`, the n-th
 * NPU, and `GPUOpenCL`; a model is split over several. Empty is `auto`. `null` for anything else.
 */
export function parseGenieXCompute(text: string): Compute | null {
  const trimmed = text.trim()
  const alias = ALIASES[trimmed === '' ? 'auto' : trimmed.toLowerCase()]
  if (alias !== undefined) return alias
  const names = trimmed.split(',').map((name) => name.trim())
  const units = names.map(parseDevice)
  if (!units.every((unit) => unit !== null) || new Set(names).size < names.length) return null
  return together('split', units)
}

/** `HTP1`, `GPUOpenCL` */
function parseDevice(name: string): ComputeUnit | null {
  if (name === 'GPUOpenCL') return { kind: 'gpu' }
  const index = /^HTP(\d{1,3})$/.exec(name)?.[1]
  return index === undefined ? null : { kind: 'npu', index: Number(index) }
}
