import { openFile } from '../../core/open-file.ts'

/** Larger than anybody's description of a model. */
const MOST_BYTES = 4 * 1024 * 1024

/** A small text file. Rejects when it is no file, or is larger than a description of a model can be. */
export async function readSmall(path: string, mostBytes: number = MOST_BYTES): Promise<string> {
  const file = await openFile(path)
  try {
    const status = await file.stat()
    if (status.size > mostBytes) throw new Error(`has ${status.size} bytes, more than the ${mostBytes} that are read`)
    const bytes = Buffer.alloc(status.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The same, parsed. Rejects for what is no JSON object. */
export async function readSmallJson(path: string): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = JSON.parse(await readSmall(path))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('is no JSON object')
  return value as Readonly<Record<string, unknown>>
}
