import { createHash } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const SAMPLE_BYTES = 2 ** 20

/**
 * What tells a model from another: SHA-256 of its size, its first and its last MiB, where GGUF keeps all facts and the
 * last weights. All of it would take a minute for every large model. Of a folder, that of each file in it, by name.
 * `null`: there is nothing at the path.
 */
export async function modelHash(path: string): Promise<string | null> {
  try {
    const hash = createHash('sha256')
    for (const file of await filesOf(path)) await sample(file, hash)
    return `sampled-sha256:${hash.digest('hex')}`
  } catch {
    return null
  }
}

async function filesOf(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(path, name))
    .sort()
}

async function sample(path: string, hash: ReturnType<typeof createHash>): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    hash.update(`${size}\n`)
    for (const at of new Set([0, Math.max(0, size - SAMPLE_BYTES)])) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, at)
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}
