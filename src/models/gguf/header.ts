import { Cursor } from './cursor.ts'
import { GGUF_ALIGNMENT, GGUF_MAGIC } from './format.ts'

/** A GGUF file without its tokens and weights. */
export interface GgufHeader {
  readonly version: number
  readonly metadata: ReadonlyMap<string, HeaderValue>
  readonly tensors: readonly TensorInfo[]
  /** Where the payloads begin, in bytes from the start of the file. */
  readonly dataStart: number
}

/** Arrays of text and long ones, which are vocabularies, are only counted. */
export type HeaderValue = number | string | boolean | readonly number[] | { readonly length: number }

export interface TensorInfo {
  readonly name: string
  readonly shape: readonly number[]
  /** ggml's code, see `TENSOR_TYPES`. */
  readonly type: number
  /** In bytes from `dataStart`. */
  readonly offset: number
}

/** Says in words why the bytes are no usable GGUF header. */
export class MalformedGguf extends Error {}

/** Far above any real model, and low enough that counting to them is quick. */
const MOST_TENSORS = 100_000
const MOST_PAIRS = 10_000
const LONGEST_TEXT = 16 * 1024 * 1024
/** Per-layer numbers are kept; vocabularies aren't. */
const LONGEST_KEPT_ARRAY = 1024
const MOST_DIMENSIONS = 4
const DEEPEST_ARRAY = 4

/**
 * Reads the header from the beginning of a file (ggml's docs/gguf.md, versions 2 and 3).
 * Throws `MalformedGguf`, or `MoreBytesNeeded` when `bytes` ends first.
 */
export function readHeader(bytes: Buffer): GgufHeader {
  const cursor = new Cursor(bytes)
  if (cursor.text(4) !== GGUF_MAGIC) throw new MalformedGguf('it is no GGUF file: it does not begin with `GGUF`')
  const version = cursor.u32()
  // A version is a small number, so that in the other byte order its low half is empty.
  if ((version & 0xffff) === 0) throw new MalformedGguf('it was written for big-endian machines')
  if (version !== 2 && version !== 3)
    throw new MalformedGguf(`it is in version ${version} of GGUF; 2 and 3 can be read`)
  const tensorCount = atMost(cursor.u64(), MOST_TENSORS, 'tensors')
  const pairCount = atMost(cursor.u64(), MOST_PAIRS, 'metadata values')
  const metadata = new Map<string, HeaderValue>()
  for (let i = 0; i < pairCount; i++) metadata.set(readKey(cursor), readValue(cursor, cursor.u32(), 0))
  const tensors = Array.from({ length: tensorCount }, () => readTensor(cursor))
  const alignment = metadata.get('general.alignment') ?? GGUF_ALIGNMENT
  if (typeof alignment !== 'number' || !Number.isInteger(alignment) || alignment <= 0)
    throw new MalformedGguf('its alignment is no positive number')
  return { version, metadata, tensors, dataStart: Math.ceil(cursor.position / alignment) * alignment }
}

function readKey(cursor: Cursor): string {
  const key = readText(cursor)
  if (key === '') throw new MalformedGguf('one of its metadata values has no name')
  return key
}

function readTensor(cursor: Cursor): TensorInfo {
  const name = readText(cursor)
  const dimensions = cursor.u32()
  if (dimensions > MOST_DIMENSIONS) throw new MalformedGguf(`its tensor \`${name}\` has ${dimensions} dimensions`)
  const shape = Array.from({ length: dimensions }, () => cursor.u64())
  return { name, shape, type: cursor.u32(), offset: cursor.u64() }
}

function readValue(cursor: Cursor, type: number, depth: number): HeaderValue {
  if (type === STRING) return readText(cursor)
  if (type === ARRAY) return readArray(cursor, depth)
  if (type === BOOL) return cursor.u8() !== 0
  return scalar(type).read(cursor)
}

function readArray(cursor: Cursor, depth: number): HeaderValue {
  const type = cursor.u32()
  const length = cursor.u64()
  if (depth === DEEPEST_ARRAY) throw new MalformedGguf('its arrays are nested too deep')
  if (type === STRING) {
    for (let i = 0; i < length; i++) cursor.skip(textLength(cursor))
  } else if (type === ARRAY) {
    for (let i = 0; i < length; i++) readArray(cursor, depth + 1)
  } else if (type === BOOL || length > LONGEST_KEPT_ARRAY) {
    cursor.skip(length * (type === BOOL ? 1 : scalar(type).bytes))
  } else {
    const { read } = scalar(type)
    return Array.from({ length }, () => read(cursor))
  }
  return { length }
}

function readText(cursor: Cursor): string {
  return cursor.text(textLength(cursor))
}

function textLength(cursor: Cursor): number {
  const length = cursor.u64()
  if (length > LONGEST_TEXT) throw new MalformedGguf(`one of its texts claims to be ${length} bytes long`)
  return length
}

function atMost(count: number, most: number, what: string): number {
  if (count > most) throw new MalformedGguf(`it claims to have ${count} ${what}`)
  return count
}

/** Codes of `enum gguf_type` that are no numbers. */
const BOOL = 7
const STRING = 8
const ARRAY = 9

interface ScalarType {
  readonly bytes: number
  read(cursor: Cursor): number
}

/** The numbers of `enum gguf_type`, by code. */
const SCALARS: ReadonlyMap<number, ScalarType> = new Map([
  [0, { bytes: 1, read: (cursor: Cursor) => cursor.u8() }],
  [1, { bytes: 1, read: (cursor: Cursor) => cursor.i8() }],
  [2, { bytes: 2, read: (cursor: Cursor) => cursor.u16() }],
  [3, { bytes: 2, read: (cursor: Cursor) => cursor.i16() }],
  [4, { bytes: 4, read: (cursor: Cursor) => cursor.u32() }],
  [5, { bytes: 4, read: (cursor: Cursor) => cursor.i32() }],
  [6, { bytes: 4, read: (cursor: Cursor) => cursor.f32() }],
  [10, { bytes: 8, read: (cursor: Cursor) => cursor.u64() }],
  [11, { bytes: 8, read: (cursor: Cursor) => cursor.i64() }],
  [12, { bytes: 8, read: (cursor: Cursor) => cursor.f64() }],
])

function scalar(type: number): ScalarType {
  const found = SCALARS.get(type)
  if (!found) throw new MalformedGguf(`one of its metadata values is of the unknown type ${type}`)
  return found
}
