import type { KvType } from '../../../core/placement.ts'

/** Bytes of one number in the KV cache: ggml's block size over the numbers in a block. */
const BYTES: Readonly<Record<KvType, number>> = {
  f32: 4,
  f16: 2,
  bf16: 2,
  q8_0: 34 / 32,
  q5_1: 24 / 32,
  q5_0: 22 / 32,
  q4_1: 20 / 32,
  q4_0: 18 / 32,
  iq4_nl: 18 / 32,
}

export function kvBytes(type: KvType): number {
  return BYTES[type]
}
