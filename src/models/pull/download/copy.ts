import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { TrivetError } from '../../../core/errors.ts'
import { openFile } from '../../../core/open-file.ts'
import { diskError } from './disk-error.ts'
import type { DownloadWatch } from './file.ts'
import type { RemoteFile } from './remote-file.ts'

const BLOCK_BYTES = 4 * 1024 * 1024

/** Copies a file of this machine; resolves with its size. A copy that was cut off is begun again: it is quick. */
export async function copyFile(file: RemoteFile, path: string, { signal, progress }: DownloadWatch): Promise<number> {
  const from = fileURLToPath(file.url)
  const source = await openFile(from).catch((error: NodeJS.ErrnoException) => {
    throw new TrivetError('source_unusable', { source: from, reason: `it can not be read (${error.code}).` })
  })
  try {
    const target = await open(path, 'w')
    try {
      const block = Buffer.allocUnsafe(BLOCK_BYTES)
      let done = 0
      for (;;) {
        signal.throwIfAborted()
        const { bytesRead } = await source.read(block, 0, BLOCK_BYTES, done)
        if (bytesRead === 0) return done
        await target.writeFile(block.subarray(0, bytesRead))
        done += bytesRead
        progress(done, file.sizeBytes)
      }
    } finally {
      await target.close()
    }
  } catch (error) {
    throw await diskError(error, path, file.sizeBytes ?? 0)
  } finally {
    await source.close()
  }
}
