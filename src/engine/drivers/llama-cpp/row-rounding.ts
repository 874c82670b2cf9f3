import type { Weight } from './model-shape.ts'

/** What multiplies. */
export interface Processor {
  /** As Node.js names it. */
  readonly arch: string
  /** What the build of ggml-cpu that was chosen for it makes use of: see `cpuFeatures`. */
  readonly features: ReadonlySet<string>
}

/** Types of weights whose products are the same bit by bit, however many rows are multiplied at once. */
interface Alike {
  readonly arch: readonly string[]
  readonly types: readonly string[]
  readonly needs?: string
  readonly without?: string
}

/**
 * By how ggml-cpu multiplies them. What is missing is computed by other kernels for several rows than for one, which add
 * up in another order, or it isn't known. They are chosen in llamafile/sgemm.cpp (floats, from 2 rows), repack.cpp (Q4_K
 * and Q2_K, from 4; on arm64 more), iqp.cpp (IQ types with AVX2, from 8), amx/amx.cpp, and by `nrows` in ggml-cpu.c
 * (arm64, 2).
 */
const ALIKE: readonly Alike[] = [
  // One dot product after the other, by none of these; AMX has kernels of its own, which nobody has measured.
  { arch: ['x64', 'arm64'], types: ['Q5_1', 'Q3_K', 'TQ1_0', 'TQ2_0'] },
  { arch: ['x64'], without: 'AMX_INT8', types: ['Q4_1', 'Q5_K', 'Q6_K'] },
  {
    arch: ['arm64'],
    types: ['Q5_0', 'Q2_K', 'IQ1_S', 'IQ1_M', 'IQ2_XXS', 'IQ2_XS', 'IQ2_S', 'IQ3_XXS', 'IQ3_S', 'IQ4_XS'],
  },
  // Tiles that add up as the dot product does with AVX2 and AVX-512 (measured with each); with AVX alone they don't.
  { arch: ['x64'], needs: 'AVX2', types: ['Q5_0', 'IQ4_NL'] },
  { arch: ['x64'], needs: 'AVX2', without: 'AMX_INT8', types: ['Q8_0', 'Q4_0'] },
]

/** Whether answers that are computed together are the same as alone, bit by bit, with all of these types of weights. */
export function roundsAlike(types: readonly string[], { arch, features }: Processor): boolean {
  const applying = ALIKE.filter(
    (rule) =>
      rule.arch.includes(arch) &&
      (rule.needs === undefined || features.has(rule.needs)) &&
      (rule.without === undefined || !features.has(rule.without)),
  )
  return types.every((type) => applying.some((rule) => rule.types.includes(type)))
}

/** The types of what rows may be multiplied with, each once; norms and biases have one dimension. */
export function matrixTypes(tensors: readonly Weight[]): readonly string[] {
  const matrices = tensors.filter(({ shape }) => shape.filter((size) => size > 1).length > 1)
  return [...new Set(matrices.map(({ type }) => type))]
}
