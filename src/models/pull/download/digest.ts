import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 of a file, in lower-case hex; `read` is told of every block. */
export async function sha256Of(path: string, signal: AbortSignal, read: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const block of createReadStream(path, { signal, highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(block)
    read(block.length)
  }
  return hash.digest('hex')
}
