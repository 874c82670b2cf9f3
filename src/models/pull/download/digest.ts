import { createHash } from 'node:crypto'
import { openFile } from '../../../core/open-file.ts'

/** SHA-256 of a file, in lower-case hex; `read` is told of every block. */
export async function sha256Of(path: string, signal: AbortSignal, read: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  const file = await openFile(path)
  for await (const block of file.createReadStream({ signal, highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(block)
    read(block.length)
  }
  return hash.digest('hex')
}
