/** Members of a C struct in order, as koffi takes them. */
type StructLayout = Readonly<Record<string, string>>

/** Of `rknn_api.h`, the same from 1.5 on; 64-bit machines. */
export const LAYOUTS = {
  counts: { n_input: 'uint32_t', n_output: 'uint32_t' },
  attr: {
    index: 'uint32_t',
    n_dims: 'uint32_t',
    dims: 'uint32_t [16]',
    name: 'char [256]',
    n_elems: 'uint32_t',
    size: 'uint32_t',
    fmt: 'int',
    type: 'int',
    qnt_type: 'int',
    fl: 'int8_t',
    zp: 'int32_t',
    scale: 'float',
    w_stride: 'uint32_t',
    size_with_stride: 'uint32_t',
    pass_through: 'uint8_t',
    h_stride: 'uint32_t',
  },
  version: { api_version: 'char [256]', drv_version: 'char [256]' },
  input: {
    index: 'uint32_t',
    buf: 'void *',
    size: 'uint32_t',
    pass_through: 'uint8_t',
    type: 'int',
    fmt: 'int',
  },
  output: { want_float: 'uint8_t', is_prealloc: 'uint8_t', index: 'uint32_t', buf: 'void *', size: 'uint32_t' },
} as const satisfies Readonly<Record<string, StructLayout>>

/** `rknn_query_cmd` */
export const QUERIES = { counts: 0, input: 1, output: 2, version: 5 } as const

/** `rknn_tensor_type`, by its numbers. */
export const TENSOR_TYPES = [
  'float32',
  'float16',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'bool',
] as const

/** What the runtime's numbers mean: `RKNN_ERR_…` of the header. */
const STATUSES: Readonly<Record<number, string>> = {
  [-1]: 'it failed',
  [-2]: 'it took too long',
  [-3]: 'the NPU can not be reached',
  [-4]: 'there is no memory left',
  [-5]: 'a parameter is wrong',
  [-6]: 'the model is broken, or of a release that this runtime does not know',
  [-7]: 'the model is not open',
  [-8]: 'an input is wrong',
  [-9]: 'an output is wrong',
  [-10]: 'the model was converted for another chip',
  [-11]: 'the model is of a release that does not fit the runtime',
  [-12]: 'it was not built for this chip',
  [-13]: 'the model was converted for another chip',
}

/** Throws an Error in words for a status that is no success. */
export function requireSuccess(status: number, doing: string): void {
  if (status !== 0)
    throw new Error(`the RKNN runtime could not ${doing}: ${STATUSES[status] ?? 'unknown'} (${status}).`)
}
