import { writeFileSync } from 'node:fs'
import {
  GGUF_ALIGNMENT,
  GGUF_MAGIC,
  GGUF_VERSION,
  type GgufModel,
  type MetadataValue,
  type Scalar,
  TENSOR_TYPE,
  type TensorInfo,
  VALUE_TYPE,
} from './format.ts'
import { byteLength } from './tensor.ts'

/** The whole file as bytes. The same model gives the same bytes. */
export function encodeGguf(model: GgufModel): Buffer {
  const data = model.tensors.map((tensor) => padded(tensor.data))
  return Buffer.concat([encodeHeader(model.metadata, model.tensors), ...data])
}

/** Everything before the first tensor's data, which follows in this order, each padded to the alignment. */
export function encodeHeader(metadata: GgufModel['metadata'], tensors: readonly TensorInfo[]): Buffer {
  const header = Buffer.concat([
    Buffer.from(GGUF_MAGIC, 'ascii'),
    integer(GGUF_VERSION),
    long(tensors.length),
    long(metadata.size),
    ...[...metadata].flatMap(([key, value]) => [text(key), ...metadataValue(value)]),
    ...tensorInfos(tensors),
  ])
  return padded(header)
}

/** Writes the whole file; an existing one is replaced. Throws what node:fs throws. */
export function writeGguf(path: string, model: GgufModel): void {
  writeFileSync(path, encodeGguf(model))
}

function metadataValue(value: MetadataValue): Buffer[] {
  const type = integer(VALUE_TYPE[value.type])
  switch (value.type) {
    case 'bool':
      return [type, Buffer.from([value.value ? 1 : 0])]
    case 'string':
      return [type, text(value.value)]
    case 'array': {
      const { of, value: items } = value
      const elements = of === 'string' ? items.map(text) : [...items].map((item) => scalar(of, item))
      return [type, integer(VALUE_TYPE[of]), long(items.length), ...elements]
    }
    default:
      return [type, scalar(value.type, value.value)]
  }
}

function tensorInfos(tensors: readonly TensorInfo[]): Buffer[] {
  let offset = 0
  return tensors.map((tensor) => {
    const info = Buffer.concat([
      text(tensor.name),
      integer(tensor.shape.length),
      ...tensor.shape.map(long),
      integer(TENSOR_TYPE[tensor.type].code),
      long(offset),
    ])
    const bytes = byteLength(tensor)
    offset += bytes + padding(bytes)
    return info
  })
}

function scalar(type: Scalar, value: number): Buffer {
  if (type === 'u8') return Buffer.of(value)
  if (type === 'u16') return Buffer.from(Uint16Array.of(value).buffer)
  const bytes = Buffer.alloc(4)
  if (type === 'f32') bytes.writeFloatLE(value)
  else if (type === 'i32') bytes.writeInt32LE(value)
  else bytes.writeUInt32LE(value)
  return bytes
}

function integer(value: number): Buffer {
  return scalar('u32', value)
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  return Buffer.concat([long(bytes.length), bytes])
}

/** Zeros that follow so many bytes. */
export function padding(length: number): number {
  return (GGUF_ALIGNMENT - (length % GGUF_ALIGNMENT)) % GGUF_ALIGNMENT
}

function padded(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(padding(bytes.length))])
}
