import type { FileHandle } from 'node:fs/promises'
import { openFile } from '../../core/open-file.ts'
import { MoreBytesNeeded } from './cursor.ts'
import { type GgufHeader, MalformedGguf, readHeader, type TensorInfo } from './header.ts'
import { elements } from './tensor.ts'
import { TENSOR_TYPES } from './tensor-types.ts'

/** The header of most models fits. */
const FIRST_READ = 8 * 1024 * 1024
/** No vocabulary is that large. */
const LARGEST_HEADER = 256 * 1024 * 1024

/**
 * The header of a GGUF file, whose weights are checked to be all there. Rejects with `MalformedGguf`, `NotAFile`, or with
 * what the file system says.
 */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const file = await openFile(path)
  try {
    const { size } = await file.stat()
    if (size === 0) throw new MalformedGguf('it is empty')
    const header = await headerOf(file, size)
    checkPayloads(header, size)
    return header
  } finally {
    await file.close()
  }
}

async function headerOf(file: FileHandle, size: number): Promise<GgufHeader> {
  for (let length = Math.min(FIRST_READ, size); ; length = Math.min(length * 4, size)) {
    if (length > LARGEST_HEADER) throw new MalformedGguf('its header is larger than any model needs')
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, 0)
    try {
      return readHeader(bytes.subarray(0, bytesRead))
    } catch (error) {
      if (!(error instanceof MoreBytesNeeded)) throw error
      if (length === size) throw new MalformedGguf('it is cut off within its header')
    }
  }
}

function checkPayloads({ tensors, dataStart }: GgufHeader, size: number): void {
  for (const tensor of tensors) {
    const end = dataStart + tensor.offset + payloadBytes(tensor)
    if (end > size)
      throw new MalformedGguf(`it is cut off: it has ${size} bytes, and the tensor \`${tensor.name}\` ends at ${end}`)
  }
}

/** Zero for a type that isn't known here: what a newer llama.cpp reads is not broken. */
function payloadBytes({ shape, type }: TensorInfo): number {
  const known = TENSOR_TYPES.get(type)
  if (!known) return 0
  return (elements(shape) / known.blockElements) * known.blockBytes
}
