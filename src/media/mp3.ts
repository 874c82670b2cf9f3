import { MOST_SECONDS, mixed, type Samples } from './samples.ts'

/** Bytes unpacked at a time: seconds of sound. */
const PIECE_BYTES = 64 * 1024

/** Whether these bytes begin like an MP3 file: with a tag, or with a frame. */
export function isMp3(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)
}

/** The sound of an MP3 file, unpacked by mpg123 in WebAssembly, which foreign bytes can't break out of. Rejects with an Error in words. */
export async function readMp3(bytes: Buffer, mostSeconds = MOST_SECONDS): Promise<Samples> {
  const { MPEGDecoder } = await import('mpg123-decoder')
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const pieces: Float32Array[] = []
    let rate = 0
    let length = 0
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const { channelData, sampleRate } = decoder.decode(bytes.subarray(at, at + PIECE_BYTES))
      const piece = mixed(channelData).slice()
      if (piece.length === 0) continue
      rate = sampleRate
      length += piece.length
      if (length > rate * mostSeconds) throw new Error(`it is longer than ${mostSeconds} seconds`)
      pieces.push(piece)
      await new Promise(setImmediate)
    }
    if (length === 0) throw new Error('there is no sound in it')
    const values = new Float32Array(length)
    let at = 0
    for (const piece of pieces) {
      values.set(piece, at)
      at += piece.length
    }
    return { values, rate }
  } finally {
    decoder.free()
  }
}
