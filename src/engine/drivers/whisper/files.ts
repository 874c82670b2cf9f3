import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isFile, look, namesIn } from '../../../core/look.ts'

/** `ggml` of before GGUF. */
const MAGIC = 0x67676d6c

/** Where the header of whisper.cpp's files (`whisper_model_load`) says how finely sounds are told apart. */
const BINS_AT = 10 * 4

/** Of all Whisper models there are; other ggml files have something else there. */
const BINS = [80, 128]

export interface WhisperFile {
  readonly model: string
  readonly sizeBytes: number
}

/** Of a file that whisper.cpp reads, or of a folder with one alone. `null`: it is neither. */
export function whisperFile(path: string): WhisperFile | null {
  if (isFile(path)) return isWhisper(path) ? { model: path, sizeBytes: look(path)?.size ?? 0 } : null
  const inside = namesIn(path)
    .map((name) => join(path, name))
    .filter((file) => file.endsWith('.bin') && isFile(file) && isWhisper(file))
  return inside.length === 1 && inside[0] !== undefined ? whisperFile(inside[0]) : null
}

function isWhisper(path: string): boolean {
  const header = Buffer.alloc(BINS_AT + 4)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, header, 0, header.length, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
  return header.readUInt32LE(0) === MAGIC && BINS.includes(header.readInt32LE(BINS_AT))
}
