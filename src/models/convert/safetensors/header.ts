import { isObject, type JsonObject } from '../read-json.ts'
import { ConversionRefusal } from '../refusal.ts'
import { bytesOf } from './dtype.ts'

/** Where one tensor lies in a file. */
export interface SafeTensor {
  readonly name: string
  readonly dtype: string
  /** Outermost dimension first. */
  readonly shape: readonly number[]
  /** In bytes from the start of the file. */
  readonly start: number
  readonly bytes: number
}

/** The format's own bound, which its library refuses to go beyond. */
export const LARGEST_HEADER_BYTES = 100_000_000

/** The length of the header that follows the first 8 bytes. Throws `ConversionRefusal` when the file can't hold it. */
export function headerLength(prefix: Uint8Array, fileBytes: number): number {
  const length = prefix.length < 8 ? 0n : Buffer.from(prefix).readBigUInt64LE()
  if (length < 2n || length > LARGEST_HEADER_BYTES || length + 8n > fileBytes) {
    throw new ConversionRefusal(`a header of ${length} bytes doesn't fit a safetensors file of ${fileBytes}.`)
  }
  return Number(length)
}

/**
 * The tensors of a safetensors file (huggingface/safetensors, "Format"): a JSON object of names, each with its type,
 * shape and place. Throws `ConversionRefusal` for whatever could make a reader read past its tensor or the file.
 */
export function parseHeader(header: Uint8Array, fileBytes: number): readonly SafeTensor[] {
  const dataStart = 8 + header.length
  return Object.entries(parseObject(header))
    .filter(([name]) => name !== '__metadata__')
    .map(([name, entry]) => tensorOf(name, entry, dataStart, fileBytes - dataStart))
}

function parseObject(header: Uint8Array): JsonObject {
  try {
    const value: unknown = JSON.parse(Buffer.from(header).toString('utf8'))
    if (isObject(value)) return value
  } catch {
    // Told below.
  }
  throw new ConversionRefusal('the header of the safetensors file is not a JSON object.')
}

function tensorOf(name: string, entry: unknown, dataStart: number, dataBytes: number): SafeTensor {
  const { dtype, shape, data_offsets: offsets } = isObject(entry) ? entry : ({} as JsonObject)
  const refuse = (reason: string) => new ConversionRefusal(`the tensor ${JSON.stringify(name)} ${reason}.`)
  const size = typeof dtype === 'string' ? bytesOf(dtype) : null
  if (typeof dtype !== 'string' || size === null) throw refuse(`has the unknown type ${JSON.stringify(dtype)}`)
  if (!isSizes(shape)) throw refuse('has no shape')
  if (!isSizes(offsets) || offsets.length !== 2) throw refuse('has no offsets')
  const [begin = 0, end = 0] = offsets
  const bytes = shape.reduce((product, dimension) => product * dimension, size)
  if (!Number.isSafeInteger(bytes) || end - begin !== bytes) throw refuse(`is not as long as its shape ${shape} says`)
  if (end > dataBytes) throw refuse(`ends at byte ${end} of ${dataBytes}: the file is cut off, or lies`)
  return { name, dtype, shape, start: dataStart + begin, bytes }
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0)
}
