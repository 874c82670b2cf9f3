import type { Device } from '../../../core/device.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { LlamaCppPlanOptions } from './options.ts'

/**
 * Throws `invalid_value`, with the field at fault, for a wish that names more accelerators than a model may lie on.
 * @param usable those that its layers may be given to; none: it is computed on the CPU
 */
export function requireAccelerators(
  usable: readonly Device[],
  { mainGpu, tensorSplit }: Pick<LlamaCppPlanOptions, 'mainGpu' | 'tensorSplit'>,
): void {
  const names = usable.map(({ name }) => name).join(', ')
  const there = usable.length === 0 ? 'none is there to be used' : `these are there to be used: ${names}`
  if (mainGpu > 0 && mainGpu >= usable.length) {
    const reason = `\`main_gpu\` is ${mainGpu}, the accelerators being counted from 0, but ${there}.`
    throw new TrivetError('invalid_value', { reason }, 'main_gpu')
  }
  if (tensorSplit.length > Math.max(1, usable.length)) {
    const reason = `\`tensor_split\` shares the model among ${tensorSplit.length} accelerators, but ${there}.`
    throw new TrivetError('invalid_value', { reason }, 'tensor_split')
  }
}
