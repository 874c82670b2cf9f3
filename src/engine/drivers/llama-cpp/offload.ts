import { type Compute, type ComputeUnit, formatCompute, formatUnit } from '../../../core/compute/compute.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { Accelerator } from './accelerators.ts'

/** What of a model goes to accelerators, and to which. */
export interface Offload {
  /** -1 is all. */
  readonly gpuLayers: number
  /** `null`: any of them. */
  readonly units: readonly ComputeUnit[] | null
}

/**
 * Meets a wish with what this build has. With nothing but a CPU, any number of layers is none: so plans that come to
 * the same are the same. Throws `invalid_value` about `compute`.
 * @param wanted layers, where an accelerator takes any
 */
export function offload(compute: Compute, wanted: number, accelerators: ReadonlySet<Accelerator>): Offload {
  const has = ({ kind }: ComputeUnit) => kind === 'cpu' || accelerators.has(kind)
  if (compute.units.length === 0) return { gpuLayers: accelerators.size === 0 ? 0 : wanted, units: null }
  const there = compute.units.filter(has)
  const taken = compute.take === 'first' ? there.slice(0, 1) : there
  const missing = compute.take === 'first' ? compute.units : compute.units.filter((unit) => !has(unit))
  if (taken.length === 0 || (compute.take !== 'first' && missing.length > 0)) throw refusal(compute, missing)
  const units = taken.filter(({ kind }) => kind !== 'cpu')
  if (units.length === 0) return { gpuLayers: 0, units: null }
  return { gpuLayers: wanted, units: isAll(units, accelerators) ? null : units }
}

/** Whether that is every accelerator of the build, whichever there are. */
function isAll(units: readonly ComputeUnit[], accelerators: ReadonlySet<Accelerator>): boolean {
  return [...accelerators].every((kind) => units.some((unit) => unit.kind === kind && unit.index === undefined))
}

function refusal(compute: Compute, missing: readonly ComputeUnit[]): TrivetError {
  const names = missing.map(formatUnit).join(' or ')
  const reason =
    `\`compute\` is \`${formatCompute(compute)}\`, but the build of llama.cpp in use has no backend for ${names}. ` +
    'Use `cpu` or `auto`, or point llama_cpp.library_path at a build that has one.'
  return new TrivetError('invalid_value', { reason }, 'compute')
}
