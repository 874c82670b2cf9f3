import type { Pooling } from '../../core/placement.ts'
import type { EncoderOutput } from './encoder.ts'

/** One row of all. */
export function pooled({ values, width }: EncoderOutput, pooling: Pooling): Float32Array {
  const count = values.length / width
  if (pooling === 'cls') return values.slice(0, width)
  if (pooling === 'last') return values.slice((count - 1) * width)
  return Float32Array.from({ length: width }, (_, at) => {
    let sum = 0
    for (let row = 0; row < count; row++) sum += values[row * width + at] ?? 0
    return sum / count
  })
}
