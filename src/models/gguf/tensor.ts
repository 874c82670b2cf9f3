import { TENSOR_TYPE, type Tensor, type TensorInfo, type TensorType } from './format.ts'
import { halfBits, halfOfFloatBits, halfValue } from './half.ts'

/**
 * A tensor of these values in the type asked for. Throws a RangeError when the values don't fill the shape, or the
 * innermost dimension isn't whole blocks.
 */
export function tensor(name: string, shape: readonly number[], type: TensorType, values: Float32Array): Tensor {
  const { blockElements } = TENSOR_TYPE[type]
  if (values.length !== elements(shape))
    throw new RangeError(`${name}: ${values.length} values for shape ${shape.join(' × ')}`)
  if ((shape[0] ?? 0) % blockElements !== 0)
    throw new RangeError(`${name}: rows of ${shape[0]} are not whole blocks of ${blockElements}`)
  return { name, shape, type, data: encodeValues(type, values) }
}

/** Number of elements of a shape. */
export function elements(shape: readonly number[]): number {
  return shape.reduce((product, dimension) => product * dimension, 1)
}

/** Bytes of a tensor's data, without padding. */
export function byteLength({ shape, type }: Pick<TensorInfo, 'shape' | 'type'>): number {
  const { blockElements, blockBytes } = TENSOR_TYPE[type]
  return (elements(shape) / blockElements) * blockBytes
}

/** The bytes of these values in this type; they must be whole blocks. */
export function encodeValues(type: TensorType, values: Float32Array): Uint8Array {
  return ENCODE[type](values)
}

const ENCODE: Readonly<Record<TensorType, (values: Float32Array) => Uint8Array>> = {
  F32: encodeF32,
  F16: encodeF16,
  BF16: encodeBF16,
  Q8_0: encodeQ8,
}

function encodeF32(values: Float32Array): Uint8Array {
  return new Uint8Array(values.slice().buffer)
}

function encodeF16(values: Float32Array): Uint8Array {
  const bits = bitsOf(values)
  const halves = new Uint16Array(values.length)
  for (let i = 0; i < halves.length; i++) halves[i] = halfOfFloatBits(bits[i] ?? 0)
  return new Uint8Array(halves.buffer)
}

/** bfloat16 is the upper half of a float; ties go to even. A NaN stays one. */
function encodeBF16(values: Float32Array): Uint8Array {
  const bits = bitsOf(values)
  const halves = new Uint16Array(values.length)
  for (let i = 0; i < halves.length; i++) {
    const word = bits[i] ?? 0
    const notANumber = (word & 0x7fffffff) > 0x7f800000
    halves[i] = notANumber ? (word >>> 16) | 0x40 : (word + 0x7fff + ((word >>> 16) & 1)) >>> 16
  }
  return new Uint8Array(halves.buffer)
}

function bitsOf(values: Float32Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, values.length)
}

/** ggml's Q8_0: blocks of 32, one half-precision scale and 32 signed bytes. */
function encodeQ8(values: Float32Array): Uint8Array {
  const { blockElements, blockBytes } = TENSOR_TYPE.Q8_0
  const blocks = values.length / blockElements
  const bytes = new Uint8Array(blocks * blockBytes)
  for (let block = 0; block < blocks; block++) {
    const first = block * blockElements
    let peak = 0
    for (let i = first; i < first + blockElements; i++) peak = Math.max(peak, Math.abs(values[i] ?? 0))
    const bits = halfBits(peak / 127)
    const at = block * blockBytes
    bytes[at] = bits & 0xff
    bytes[at + 1] = bits >> 8
    // Against the scale as stored, so that rounding it to half precision costs nothing twice.
    const stored = halfValue(bits)
    if (stored === 0) continue
    for (let i = 0; i < blockElements; i++) {
      const quant = Math.round((values[first + i] ?? 0) / stored)
      bytes[at + 2 + i] = Math.max(-127, Math.min(127, quant))
    }
  }
  return bytes
}
