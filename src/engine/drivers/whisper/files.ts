import { join } from 'node:path'
import { beginningOf, isFile, look, namesIn } from '../../../core/look.ts'

/** `ggml` of before GGUF. */
const MAGIC = 0x67676d6c

/** Where the header of whisper.cpp's files (`whisper_model_load`) says how wide and deep its encoder is. */
const WIDTH_AT = 3 * 4
const LAYERS_AT = 5 * 4

/** Where it says how finely sounds are told apart. */
const BINS_AT = 10 * 4

/** Of all Whisper models there are; other ggml files have something else there. */
const BINS = [80, 128]

export interface WhisperFile {
  readonly model: string
  readonly sizeBytes: number
  /** What computing takes beside the weights. */
  readonly workBytes: number
}

/**
 * Caches, spectra and scratch space: a fixed part, and one for each number of each layer. From the memory that
 * whisper.cpp's README tells for tiny to large, less the size of the file.
 */
const FIXED_BYTES = 180e6
const BYTES_PER_STATE = 20e3

/** Of the largest model there is, several times over: what says more is broken, and will be told so. */
const MOST_STATES = 200_000

/** Of a file that whisper.cpp reads, or of a folder with one alone. `null`: it is neither. */
export function whisperFile(path: string): WhisperFile | null {
  if (isFile(path)) {
    const header = headerOf(path)
    if (header === null) return null
    const states = header.readInt32LE(WIDTH_AT) * header.readInt32LE(LAYERS_AT)
    return { model: path, sizeBytes: look(path)?.size ?? 0, workBytes: workBytes(states) }
  }
  const inside = namesIn(path)
    .map((name) => join(path, name))
    .filter((file) => file.endsWith('.bin') && isFile(file) && headerOf(file) !== null)
  return inside.length === 1 && inside[0] !== undefined ? whisperFile(inside[0]) : null
}

function workBytes(states: number): number {
  return FIXED_BYTES + BYTES_PER_STATE * Math.min(Math.max(states, 0), MOST_STATES)
}

/** Its beginning; `null`: it is no such file, or may not be read. */
function headerOf(path: string): Buffer | null {
  const header = beginningOf(path, BINS_AT + 4)
  if (header === null) return null
  const ours = header.readUInt32LE(0) === MAGIC && BINS.includes(header.readInt32LE(BINS_AT))
  return ours ? header : null
}
