/** How tensors of one type are stored: one block of so many elements takes so many bytes. */
export interface StoredType {
  readonly name: string
  readonly blockElements: number
  readonly blockBytes: number
}

/** By ggml's code (`enum ggml_type` in ggml.h; sizes from ggml-common.h). What is missing is unused or newer. */
export const TENSOR_TYPES: ReadonlyMap<number, StoredType> = new Map([
  [0, stored('F32', 1, 4)],
  [1, stored('F16', 1, 2)],
  [2, stored('Q4_0', 32, 18)],
  [3, stored('Q4_1', 32, 20)],
  [6, stored('Q5_0', 32, 22)],
  [7, stored('Q5_1', 32, 24)],
  [8, stored('Q8_0', 32, 34)],
  [9, stored('Q8_1', 32, 36)],
  [10, stored('Q2_K', 256, 84)],
  [11, stored('Q3_K', 256, 110)],
  [12, stored('Q4_K', 256, 144)],
  [13, stored('Q5_K', 256, 176)],
  [14, stored('Q6_K', 256, 210)],
  [15, stored('Q8_K', 256, 292)],
  [16, stored('IQ2_XXS', 256, 66)],
  [17, stored('IQ2_XS', 256, 74)],
  [18, stored('IQ3_XXS', 256, 98)],
  [19, stored('IQ1_S', 256, 50)],
  [20, stored('IQ4_NL', 32, 18)],
  [21, stored('IQ3_S', 256, 110)],
  [22, stored('IQ2_S', 256, 82)],
  [23, stored('IQ4_XS', 256, 136)],
  [24, stored('I8', 1, 1)],
  [25, stored('I16', 1, 2)],
  [26, stored('I32', 1, 4)],
  [27, stored('I64', 1, 8)],
  [28, stored('F64', 1, 8)],
  [29, stored('IQ1_M', 256, 56)],
  [30, stored('BF16', 1, 2)],
  [34, stored('TQ1_0', 256, 54)],
  [35, stored('TQ2_0', 256, 66)],
  [39, stored('MXFP4', 32, 17)],
])

function stored(name: string, blockElements: number, blockBytes: number): StoredType {
  return { name, blockElements, blockBytes }
}
