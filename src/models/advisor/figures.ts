/** A model as far as advice is concerned. */
export interface ModelFigures {
  readonly id: string
  /** Whose engine runs it. */
  readonly platform: string
  readonly generates: boolean
  readonly readsImages: boolean
  readonly hears: boolean
  readonly callsTools: boolean
  readonly parameters: number
  /** Those that each token reads: fewer where experts rest. */
  readonly activeParameters: number
  /** As Hugging Face spells it; `null`: unknown. */
  readonly precision: string | null
  readonly weightBytes: number
  readonly trainedContextTokens: number
  /** Of the cache, for each token. */
  readonly cacheBytesPerToken: number
  /** Buffers and the process. */
  readonly otherBytes: number
  /** `engine`: reckoned from its file by the engine that would run it; `rule`: by its size. */
  readonly memorySource: 'engine' | 'rule'
  /** Its licence has to be accepted first. */
  readonly gated: boolean
}

/** Bits of a weight, by precision, with what scales and larger tensors add. */
const BITS: Readonly<Record<string, number>> = {
  F32: 32,
  F16: 16,
  BF16: 16,
  Q8_0: 8.5,
  Q6_K: 6.6,
  Q5_K_M: 5.7,
  Q4_K_M: 4.9,
  Q4_0: 4.6,
  MXFP4: 4.6,
  Q3_K_M: 3.9,
  Q2_K: 3.2,
}

/** Those that are worth converting to, the finest first. */
export const PRECISIONS = ['F16', 'Q8_0', 'Q6_K', 'Q5_K_M', 'Q4_K_M', 'Q3_K_M'] as const

/** @returns bits of a weight; of a precision that nobody knows, as its file has them */
export function bitsOf(precision: string): number | null {
  return BITS[precision.toUpperCase()] ?? null
}
