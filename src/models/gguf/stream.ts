import { open } from 'node:fs/promises'
import type { GgufModel, TensorInfo } from './format.ts'
import { byteLength } from './tensor.ts'
import { encodeHeader, padding } from './writer.ts'

/** A tensor whose data comes piece by piece. */
export interface StreamedTensor extends TensorInfo {
  /** `byteLength` bytes in all. */
  data(): AsyncIterable<Uint8Array>
}

export interface StreamWatch {
  /** Aborts between two pieces. */
  readonly signal: AbortSignal
  /** Told how many bytes there will be before any is written; may reject. */
  begin?(totalBytes: number): Promise<void>
  /** Bytes written so far, out of all there will be. */
  onProgress(doneBytes: number, totalBytes: number): void
}

/**
 * Writes a file of any size, holding one piece of one tensor at a time. Resolves once it is on the disk. Rejects with
 * the signal's reason, with what node:fs rejects with, or with a RangeError when a tensor's data is not as long as its
 * shape; what was written is left.
 */
export async function streamGguf(
  path: string,
  metadata: GgufModel['metadata'],
  tensors: readonly StreamedTensor[],
  watch: StreamWatch,
): Promise<void> {
  const header = encodeHeader(metadata, tensors)
  const lengths = tensors.map(byteLength)
  const totalBytes = lengths.reduce((sum, length) => sum + length + padding(length), header.length)
  await watch.begin?.(totalBytes)
  const file = await open(path, 'w')
  let done = 0
  async function put(bytes: Uint8Array) {
    watch.signal.throwIfAborted()
    await file.writeFile(bytes)
    done += bytes.length
    watch.onProgress(done, totalBytes)
  }
  try {
    await put(header)
    for (const [index, tensor] of tensors.entries()) {
      const expected = lengths[index] ?? 0
      const start = done
      for await (const piece of tensor.data()) await put(piece)
      if (done - start !== expected) throw new RangeError(`${tensor.name}: ${done - start} bytes, expected ${expected}`)
      await put(new Uint8Array(padding(expected)))
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
