/** A stretch of a file: bytes from `start` up to `end`, of which the first `done` are there. */
export interface Chunk {
  readonly start: number
  readonly end: number
  done: number
}

/** The file in stretches of this length; the last is shorter. An empty file has none. */
export function planChunks(totalBytes: number, chunkBytes: number): Chunk[] {
  const count = Math.ceil(totalBytes / chunkBytes)
  return Array.from({ length: count }, (_, index) => {
    const start = index * chunkBytes
    return { start, end: Math.min(start + chunkBytes, totalBytes), done: 0 }
  })
}

export function missing({ start, end, done }: Chunk): number {
  return end - start - done
}

export function bytesDone(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.done, 0)
}
