/**
 * The types that a GGUF file can be quantized to, by their names in llama.cpp. The number is `enum llama_ftype` of
 * llama.h, which is also what the file's `general.file_type` says. `_S`, `_M` and `_L` mix types by tensor.
 */
export const QUANTIZATIONS = {
  F32: 0,
  F16: 1,
  BF16: 32,
  Q8_0: 7,
  Q6_K: 18,
  Q5_K_M: 17,
  Q5_K_S: 16,
  Q5_1: 9,
  Q5_0: 8,
  Q4_K_M: 15,
  Q4_K_S: 14,
  Q4_1: 3,
  Q4_0: 2,
  IQ4_NL: 25,
  IQ4_XS: 30,
  Q3_K_L: 13,
  Q3_K_M: 12,
  Q3_K_S: 11,
  IQ3_M: 27,
  IQ3_S: 26,
  IQ3_XS: 22,
  IQ3_XXS: 23,
  Q2_K: 10,
  Q2_K_S: 21,
  IQ2_M: 29,
  IQ2_S: 28,
  IQ2_XS: 20,
  IQ2_XXS: 19,
  IQ1_M: 31,
  IQ1_S: 24,
  Q2_0: 41,
  Q1_0: 40,
  TQ2_0: 37,
  TQ1_0: 36,
  MXFP4_MOE: 38,
} as const satisfies Record<string, number>

export type Quantization = keyof typeof QUANTIZATIONS

/** Names, from the largest files to the smallest of each family. */
export const QUANTIZATION_NAMES = Object.keys(QUANTIZATIONS) as Quantization[]

/** Other names that people and llama.cpp's own tools use. */
const ALIASES: Readonly<Record<string, Quantization>> = { Q3_K: 'Q3_K_M', Q4_K: 'Q4_K_M', Q5_K: 'Q5_K_M' }

/** The type of this name, whatever its case; null when there is none. */
export function quantizationNamed(name: string): Quantization | null {
  const upper = name.toUpperCase()
  return QUANTIZATION_NAMES.find((known) => known === upper) ?? ALIASES[upper] ?? null
}

/** Where in a file the statistics lie that `llama-imatrix` gathered. Plain data; the numbers are 32-bit floats. */
export interface ImportanceMatrix {
  readonly path: string
  readonly entries: readonly ImportanceEntry[]
}

export interface ImportanceEntry {
  /** The matrix it is about. */
  readonly name: string
  /** Sums of squared activations by column; for experts, one row of columns after another. */
  readonly sums: FloatsAt
  /** How many each expert's are sums of. */
  readonly counts: FloatsAt
}

export interface FloatsAt {
  /** In bytes from the start of the file. */
  readonly offset: number
  readonly count: number
}

/** What is to be made of a GGUF file. Plain data: it crosses the child's pipe. */
export interface QuantizeOrder {
  /** A GGUF file; the first, when there are shards. */
  readonly input: string
  /** Where the new file goes; an existing one is replaced. */
  readonly output: string
  readonly type: Quantization
  /** How much each column of a matrix matters. Null: all alike. */
  readonly imatrix: ImportanceMatrix | null
  readonly threads: number
  /** Whether tensors that are quantized already may be quantized again, which costs quality twice. */
  readonly allowRequantize: boolean
  /** Whether every matrix gets the one type, without llama.cpp's mixing. */
  readonly pure: boolean
  /** Whether the output matrix stays as it is. */
  readonly keepOutput: boolean
}
