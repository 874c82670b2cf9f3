import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import { MalformedGguf } from '../gguf/header.ts'
import { readGgufHeader } from '../gguf/read-header.ts'
import { WHISPER } from '../ids/file-names.ts'
import { sha256Of } from './download/digest.ts'
import { statePath } from './download/saved-state.ts'
import type { FetchWatch } from './fetch-files.ts'
import type { PlannedFile } from './plan.ts'

/** How files begin, by their names: GGUF, and ggml's of before it (0x67676d6c). */
const MAGICS: readonly (readonly [name: RegExp, kind: string, magic: string])[] = [
  [/\.gguf$/i, 'GGUF', 'GGUF'],
  [WHISPER, 'Whisper', 'lmgg'],
]

const MAGIC_BYTES = 4

/**
 * The SHA-256 of each file, in their order. Rejects with `checksum_mismatch` when one is not what its source announced,
 * and with `source_unusable` when one is not of the kind that its name says, or one that the catalogue would list as broken; that one is deleted,
 * since to go on from it would lead nowhere.
 */
export async function verifyFiles(
  files: readonly PlannedFile[],
  sizes: readonly number[],
  folder: string,
  { signal, progress }: FetchWatch,
): Promise<string[]> {
  const total = sizes.reduce((sum, each) => sum + each, 0)
  let done = 0
  const digests: string[] = []
  for (const file of files) {
    const path = join(folder, file.name)
    await refuseOther(file, path)
    const actual = await sha256Of(path, signal, (bytes) => {
      done += bytes
      progress(done, total)
    })
    if (file.sha256 !== null && file.sha256 !== actual) {
      await forget(path)
      throw new TrivetError('checksum_mismatch', { file: file.name, url: file.url, actual, expected: file.sha256 })
    }
    await refuseBroken(file, path)
    digests.push(actual)
  }
  return digests
}

/** What came may be a page that says to log in. */
async function refuseOther({ name, url }: PlannedFile, path: string): Promise<void> {
  const [, kind, magic] = MAGICS.find(([pattern]) => pattern.test(name)) ?? []
  if (magic === undefined) return
  const begin = await beginning(path)
  if (begin === magic) return
  await forget(path)
  const reason = `what came is no ${kind} file: it begins with ${JSON.stringify(begin)}.`
  throw new TrivetError('source_unusable', { source: url, reason })
}

/** The checksum is that of what its source has, which may have been cut off on its way there. */
async function refuseBroken({ name, url }: PlannedFile, path: string): Promise<void> {
  if (!/\.gguf$/i.test(name)) return
  try {
    await readGgufHeader(path)
  } catch (error) {
    if (!(error instanceof MalformedGguf)) throw error
    await forget(path)
    throw new TrivetError('source_unusable', { source: url, reason: `its file is broken: ${error.message}.` })
  }
}

async function beginning(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function forget(path: string): Promise<void> {
  await rm(statePath(path), { force: true })
  await rm(path, { force: true })
}
