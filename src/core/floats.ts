/**
 * Floats as engines tell them, in 32 bits each, little-endian, in base64. That is also how they lie in memory here:
 * no engine runs on a big-endian machine.
 */
export function decodeFloats(base64: string): Float32Array {
  // A copy, since small buffers begin anywhere in a shared one. Bytes beyond the last whole float are none.
  const { buffer, byteLength } = new Uint8Array(Buffer.from(base64, 'base64'))
  return new Float32Array(buffer, 0, Math.floor(byteLength / 4))
}

export function encodeFloats(floats: Float32Array): string {
  return Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength).toString('base64')
}

/** Scaled to length 1; nothing but zeros stays so. */
export function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** The number whose sigmoid is `probability`, kept finite. */
export function logit(probability: number): number {
  const bounded = Math.min(1 - 1e-12, Math.max(1e-12, probability))
  return Math.log(bounded / (1 - bounded))
}
