/** Floats as engines tell them, in 32 bits each, little-endian, in base64. */
export function decodeFloats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64')
  // A copy, since the buffer may begin where no float can.
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

export function encodeFloats(floats: Float32Array): string {
  const bytes = Buffer.alloc(floats.length * 4)
  floats.forEach((value, index) => {
    bytes.writeFloatLE(value, index * 4)
  })
  return bytes.toString('base64')
}
