import { AUTO, formatCompute } from '../../../core/compute/compute.ts'
import type { Placement } from '../../../core/placement.ts'

/** What is said of a wish for other units than the NPU; `null`: there is none. */
export function otherUnits({ compute = AUTO }: Placement): string | null {
  const others = compute.units.some(({ kind }) => kind !== 'npu')
  return others ? `QAIRT computes on the NPU, whatever else is asked for (${formatCompute(compute)}).` : null
}
