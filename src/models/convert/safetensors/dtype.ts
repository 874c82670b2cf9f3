import { halfValue } from '../../gguf/half.ts'

/** Types of the safetensors format that hold weights, with the bytes of a number. */
export const FLOAT_BYTES = { F64: 8, F32: 4, F16: 2, BF16: 2, F8_E4M3: 1, F8_E5M2: 1 } as const

/** Its other types: positions, counters, and weights that some other tool has quantized. */
const OTHER_BYTES = { I64: 8, U64: 8, I32: 4, U32: 4, I16: 2, U16: 2, I8: 1, U8: 1, BOOL: 1 } as const

export type FloatType = keyof typeof FLOAT_BYTES

const BYTES: Readonly<Record<string, number>> = { ...FLOAT_BYTES, ...OTHER_BYTES }

/** Bytes of one number; null for a type that isn't safetensors'. */
export function bytesOf(dtype: string): number | null {
  return Object.hasOwn(BYTES, dtype) ? (BYTES[dtype] ?? null) : null
}

export function isFloat(dtype: string): dtype is FloatType {
  return Object.hasOwn(FLOAT_BYTES, dtype)
}

/** The numbers that little-endian bytes of a type stand for. The bytes may lie at any offset. */
export function toFloats(dtype: FloatType, bytes: Uint8Array): Float32Array {
  return DECODE[dtype](bytes)
}

const DECODE: Readonly<Record<FloatType, (bytes: Uint8Array) => Float32Array>> = {
  F64: (bytes) => Float32Array.from(new Float64Array(aligned(bytes))),
  F32: (bytes) => new Float32Array(aligned(bytes)),
  F16: (bytes) => lookUp(halves(), new Uint16Array(aligned(bytes))),
  BF16: fromBfloat,
  F8_E4M3: (bytes) => lookUp(E4M3, bytes),
  F8_E5M2: (bytes) => lookUp(E5M2, bytes),
}

/** bfloat16 is the upper half of a float. */
function fromBfloat(bytes: Uint8Array): Float32Array {
  const bits = Uint32Array.from(new Uint16Array(aligned(bytes)))
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] ?? 0) << 16
  return new Float32Array(bits.buffer)
}

function lookUp(table: Float32Array, codes: Uint16Array | Uint8Array): Float32Array {
  const values = new Float32Array(codes.length)
  for (let i = 0; i < values.length; i++) values[i] = table[codes[i] ?? 0] ?? 0
  return values
}

/** A copy where typed arrays may begin. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

let allHalves: Float32Array | null = null

function halves(): Float32Array {
  allHalves ??= Float32Array.from({ length: 65536 }, (_, bits) => halfValue(bits))
  return allHalves
}

/** OCP 8-bit floating point: E4M3 has no infinities and one NaN; E5M2 is the upper half of a half. */
const E4M3 = Float32Array.from({ length: 256 }, (_, bits) => {
  const sign = bits & 0x80 ? -1 : 1
  const exponent = (bits >> 3) & 15
  const mantissa = bits & 7
  if (exponent === 15 && mantissa === 7) return Number.NaN
  return sign * (exponent === 0 ? mantissa * 2 ** -9 : (8 + mantissa) * 2 ** (exponent - 10))
})
const E5M2 = Float32Array.from({ length: 256 }, (_, bits) => halfValue(bits << 8))
