import { ConversionRefusal } from '../refusal.ts'

/** One field of a protobuf message: a number of some encoding, or the bytes of a text or of a message inside. */
export interface Field {
  readonly number: number
  readonly value: number | Uint8Array
}

/**
 * The fields of a protobuf message in their order (protobuf.dev, "Encoding"). Fixed 32-bit values are read as floats,
 * which is what SentencePiece has. Throws `ConversionRefusal` when the bytes are none.
 */
export function* protobufFields(bytes: Uint8Array): Iterable<Field> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  function skip(count: number): number {
    if (count < 0 || at + count > bytes.length) throw broken()
    const start = at
    at += count
    return start
  }
  function varint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[skip(1)] ?? 0
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      if (scale > 2 ** 63) throw broken()
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    const number = Math.floor(tag / 8)
    switch (tag % 8) {
      case 0:
        yield { number, value: varint() }
        break
      case 1:
        yield { number, value: view.getFloat64(skip(8), true) }
        break
      case 2: {
        const length = varint()
        const start = skip(length)
        yield { number, value: bytes.subarray(start, start + length) }
        break
      }
      case 5:
        yield { number, value: view.getFloat32(skip(4), true) }
        break
      default:
        throw broken()
    }
  }
}

function broken(): ConversionRefusal {
  return new ConversionRefusal('tokenizer.model is no SentencePiece model: it is not protobuf, or cut off.')
}
