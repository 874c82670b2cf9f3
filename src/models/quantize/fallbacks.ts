import type { Quantization } from '../../core/quantization.ts'
import type { GgufHeader } from '../gguf/header.ts'
import { TENSOR_TYPES } from '../gguf/tensor-types.ts'

/** Numbers that share scales in K- and I-quants and ternary types (QK_K in ggml-common.h). A row is whole blocks. */
const BLOCK = 256
/** Likewise in the types that stand in for them, where the rows are of these at least. */
const SMALL_BLOCK = 32

/** The types whose matrices have smaller blocks, or none. */
const OTHERS: readonly Quantization[] = [
  ...(['F32', 'F16', 'BF16', 'Q8_0', 'Q5_1', 'Q5_0', 'Q4_1', 'Q4_0', 'IQ4_NL'] as const),
  ...(['Q2_0', 'Q1_0', 'MXFP4_MOE'] as const),
]

/**
 * What llama.cpp didn't make of a quantized file though it was asked to, as sentences: a matrix whose rows aren't whole
 * blocks gets a type of smaller blocks, and more bits, and only the log says so.
 */
export function fallbacks({ tensors }: Pick<GgufHeader, 'tensors'>, type: Quantization): string[] {
  if (OTHERS.includes(type)) return []
  const matrices = tensors
    .filter(({ shape }) => shape.length > 1)
    .map((tensor) => ({ row: tensor.shape[0] ?? 0, stored: TENSOR_TYPES.get(tensor.type) }))
  const other = matrices.filter(({ row, stored }) => {
    if (row % BLOCK === 0) return false
    return stored?.blockElements === SMALL_BLOCK || (stored?.name === 'F16' && row % SMALL_BLOCK !== 0)
  })
  if (other.length === 0) return []
  const names = [...new Set(other.map(({ stored }) => stored?.name))].sort()
  return [
    `${other.length} of ${matrices.length} matrices have rows that are no multiple of ${BLOCK} numbers, as ${type} needs them: llama.cpp made them ${names.join(', ')} instead, so the file is larger than its name says.`,
  ]
}
