import { type FileHandle, open } from 'node:fs/promises'
import { type GGUFTensorInfo, gguf } from '@huggingface/gguf'

/** Mean squared activations of one matrix, by input column; for experts, one row of columns after another. */
export type Importance = ReadonlyMap<string, Float32Array>

const SUMS = '.in_sum2'
const COUNTS = '.counts'

/** `GGML_TYPE_F32`. */
const F32 = 0

/**
 * Reads an importance matrix: a GGUF file with, for each matrix `m`, sums of squared activations `m.in_sum2` and, for
 * each expert, how many were summed, `m.counts` (llama.cpp's tools/imatrix/README.md). Experts that saw nothing count
 * all columns alike. Throws an Error in words.
 */
export async function readImatrix(path: string): Promise<Importance> {
  const { tensorInfos, tensorDataOffset } = await headerOf(path)
  const file = await open(path)
  try {
    const tensors = new Map(tensorInfos.map((info) => [info.name, info]))
    const importance = new Map<string, Float32Array>()
    for (const info of tensorInfos.filter(({ name }) => name.endsWith(SUMS))) {
      const name = info.name.slice(0, -SUMS.length)
      const counts = tensors.get(name + COUNTS)
      if (counts === undefined) throw new Error(`${path} has sums but no counts for ${name}.`)
      const read = (tensor: GGUFTensorInfo) => floats(file, tensor, tensorDataOffset)
      importance.set(name, means(name, await read(info), await read(counts)))
    }
    if (importance.size === 0) throw new Error(`${path} is a GGUF file, but no importance matrix.`)
    return importance
  } finally {
    await file.close()
  }
}

async function headerOf(path: string) {
  try {
    return await gguf(path, { allowLocalFile: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${path} can't be read as an importance matrix (${reason}). It must be a GGUF file; llama-imatrix turns its old format into one.`,
    )
  }
}

async function floats(file: FileHandle, info: GGUFTensorInfo, dataOffset: bigint): Promise<Float32Array> {
  if (Number(info.dtype) !== F32) throw new Error(`${info.name} of the importance matrix is not F32.`)
  const count = info.shape.reduce((product, size) => product * Number(size), 1)
  const start = Number(dataOffset + info.offset)
  if (start + count * 4 > (await file.stat()).size) throw new Error(`${info.name} of the importance matrix is cut off.`)
  const bytes = new Uint8Array(count * 4)
  await file.read(bytes, 0, bytes.length, start)
  return new Float32Array(bytes.buffer)
}

function means(name: string, sums: Float32Array, counts: Float32Array): Float32Array {
  const columns = sums.length / counts.length
  if (!Number.isInteger(columns) || columns === 0) {
    throw new Error(`${name} of the importance matrix has ${sums.length} sums for ${counts.length} experts.`)
  }
  return sums.map((sum, i) => {
    const count = Math.round(counts[Math.floor(i / columns)] ?? 0)
    return count > 0 ? sum / count : 1
  })
}
