import { AUTO, type Compute, type ComputeUnit, formatCompute, together } from '../../core/compute/compute.ts'
import { loadRefused } from '../load-refused.ts'

/** The NPUs among the units that are wished for. Throws `load_refused` where there are others only. */
export function npuUnits(name: string, modelId: string, compute: Compute | undefined): readonly ComputeUnit[] {
  const { units = [] } = compute ?? {}
  const npus = units.filter(({ kind }) => kind === 'npu')
  if (compute === undefined || units.length === 0 || npus.length > 0) return npus
  const reason = `${name} computes on the NPU alone, and ${formatCompute(compute)} was asked for.`
  throw loadRefused(modelId, 'compute', reason)
}

/** Whichever there is. */
export const ANY_NPU: Compute = { take: 'first', units: [{ kind: 'npu' }] }

/** What a model computes on that runs on NPUs alone: those that are wished for, or any. */
export function onNpus({ take, units }: Compute = AUTO): Compute {
  const npus = units.filter(({ kind }) => kind === 'npu')
  if (npus.length === 0) return ANY_NPU
  return take === 'first' ? { take, units: npus } : together(take, npus)
}
