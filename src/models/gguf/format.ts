/**
 * The numbers of the GGUF v3 format (ggml's docs/gguf.md): a header, metadata as typed key/value pairs, tensor
 * descriptions, then the tensor payloads, each on an aligned offset. All little-endian.
 */
export const GGUF_MAGIC = 'GGUF'
export const GGUF_VERSION = 3

/** Payloads start on multiples of this many bytes, unless `general.alignment` says otherwise. */
export const GGUF_ALIGNMENT = 32

/** Codes of metadata value types. */
export const VALUE_TYPE = { u8: 0, u16: 2, u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const

export type Scalar = 'u8' | 'u16' | 'u32' | 'i32' | 'f32'

export type MetadataValue =
  | { readonly type: Scalar; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'array'; readonly of: Scalar; readonly value: readonly number[] | Uint8Array }
  | { readonly type: 'array'; readonly of: 'string'; readonly value: readonly string[] }

export const u16 = (value: number): MetadataValue => ({ type: 'u16', value })
export const u32 = (value: number): MetadataValue => ({ type: 'u32', value })
export const i32 = (value: number): MetadataValue => ({ type: 'i32', value })
export const f32 = (value: number): MetadataValue => ({ type: 'f32', value })
export const bool = (value: boolean): MetadataValue => ({ type: 'bool', value })
export const string = (value: string): MetadataValue => ({ type: 'string', value })
export const strings = (value: readonly string[]): MetadataValue => ({ type: 'array', of: 'string', value })
export const numbers = (of: Scalar, value: readonly number[] | Uint8Array): MetadataValue => ({
  type: 'array',
  of,
  value,
})

/** Tensor types: ggml's code, and the bytes that one block of so many elements takes. */
export const TENSOR_TYPE = {
  F32: { code: 0, blockElements: 1, blockBytes: 4 },
  F16: { code: 1, blockElements: 1, blockBytes: 2 },
  BF16: { code: 30, blockElements: 1, blockBytes: 2 },
  Q8_0: { code: 8, blockElements: 32, blockBytes: 34 },
} as const

export type TensorType = keyof typeof TENSOR_TYPE

/** `general.file_type` (llama_ftype) of a file whose matrices mostly have this type. */
export const FILE_TYPE: Readonly<Record<TensorType, number>> = { F32: 0, F16: 1, BF16: 32, Q8_0: 7 }

/** What the header says of a tensor. */
export interface TensorInfo {
  readonly name: string
  /** ggml's order: the innermost, contiguous dimension first. */
  readonly shape: readonly number[]
  readonly type: TensorType
}

export interface Tensor extends TensorInfo {
  readonly data: Uint8Array
}

export interface GgufModel {
  /** In the order they are written. */
  readonly metadata: ReadonlyMap<string, MetadataValue>
  readonly tensors: readonly Tensor[]
}
