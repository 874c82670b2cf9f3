import { AUTO, formatCompute } from '../../../core/compute/compute.ts'
import type { Placement } from '../../../core/placement.ts'
import type { Remark } from '../../driver.ts'

/** What is said of a wish for other units than the NPU. */
export function otherUnits({ compute = AUTO }: Placement): readonly Remark[] {
  const others = compute.units.some(({ kind }) => kind !== 'npu')
  if (!others) return []
  const words = `QAIRT computes on the NPU, whatever else is asked for (${formatCompute(compute)}).`
  return [{ about: ['compute'], words }]
}
