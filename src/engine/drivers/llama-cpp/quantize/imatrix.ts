import type { FileHandle } from 'node:fs/promises'
import { openFile } from '../../../../core/open-file.ts'
import type { FloatsAt, ImportanceMatrix } from '../../../../core/quantization.ts'

/** Mean squared activations of each matrix, by column: what llama.cpp weighs its rounding by. */
export type Importance = ReadonlyMap<string, Float32Array>

/** Reads the statistics. Experts that saw nothing weigh all columns alike. Throws an Error in words. */
export async function readImportance({ path, entries }: ImportanceMatrix): Promise<Importance> {
  const file = await openFile(path)
  try {
    const importance = new Map<string, Float32Array>()
    for (const { name, sums, counts } of entries) {
      importance.set(name, means(await floats(file, sums), await floats(file, counts)))
    }
    return importance
  } finally {
    await file.close()
  }
}

async function floats(file: FileHandle, { offset, count }: FloatsAt): Promise<Float32Array> {
  const bytes = new Uint8Array(count * 4)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
  if (bytesRead < bytes.length) throw new Error('the importance matrix is cut off.')
  return new Float32Array(bytes.buffer)
}

function means(sums: Float32Array, counts: Float32Array): Float32Array {
  const columns = sums.length / counts.length
  return sums.map((sum, i) => {
    const count = Math.round(counts[Math.floor(i / columns)] ?? 0)
    return count > 0 ? sum / count : 1
  })
}
