import { MOST_SECONDS, mixed, type Samples } from './samples.ts'

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const MOST_CHANNELS = 8

interface Format {
  readonly code: number
  readonly channels: number
  readonly rate: number
  readonly bits: number
}

/** Whether these bytes begin like a WAV file (RIFF). */
export function isWav(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE'
}

/** The sound of a WAV file with whole numbers of 8 to 32 bits, or with floats. Throws an Error in words. */
export function readWav(bytes: Buffer, mostSeconds = MOST_SECONDS): Samples {
  let format: Format | null = null
  for (const { id, body } of chunks(bytes)) {
    if (id === 'fmt ') format = readFormat(body)
    if (id !== 'data') continue
    if (format === null) throw new Error('its data comes before its format')
    return { values: readData(body, format, mostSeconds), rate: format.rate }
  }
  throw new Error('it has no data')
}

/** A chunk that says it is longer than the file ends with it: so do those of writers that were cut off. */
function* chunks(bytes: Buffer): Generator<{ id: string; body: Buffer }> {
  let at = 12
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4)
    yield { id: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 8, at + 8 + size) }
    at += 8 + size + (size % 2)
  }
}

function readFormat(body: Buffer): Format {
  if (body.length < 16) throw new Error('its format is cut short')
  const tag = body.readUInt16LE(0)
  const code = tag === EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : tag
  const format = { code, channels: body.readUInt16LE(2), rate: body.readUInt32LE(4), bits: body.readUInt16LE(14) }
  const { channels, rate, bits } = format
  if (channels < 1 || channels > MOST_CHANNELS) throw new Error(`it has ${channels} channels`)
  if (rate < 1000 || rate > 384_000) throw new Error(`it has ${rate} samples a second`)
  const known = code === PCM ? [8, 16, 24, 32].includes(bits) : code === FLOAT && [32, 64].includes(bits)
  if (!known) throw new Error(`its encoding (${code}, ${bits} bits) is not PCM`)
  return format
}

function readData(body: Buffer, { code, channels, rate, bits }: Format, mostSeconds: number): Float32Array {
  const bytes = bits / 8
  const frames = Math.floor(body.length / (bytes * channels))
  if (frames === 0) throw new Error('it is empty')
  if (frames > rate * mostSeconds) throw new Error(`it is longer than ${mostSeconds} seconds`)
  const read = reader(body, code, bytes)
  return mixed(
    Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: frames }, (__, frame) => read((frame * channels + channel) * bytes)),
    ),
  )
}

function reader(body: Buffer, code: number, bytes: number): (at: number) => number {
  if (code === FLOAT) return bytes === 4 ? (at) => finite(body.readFloatLE(at)) : (at) => finite(body.readDoubleLE(at))
  // Only 8 bits are counted from 0.
  if (bytes === 1) return (at) => (body.readUInt8(at) - 128) / 128
  const full = 2 ** (bytes * 8 - 1)
  return (at) => body.readIntLE(at, bytes) / full
}

function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0
}
