import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { TrivetError } from '../../core/errors.ts'
import { MANIFEST } from '../own/layout.ts'
import type { Manifest } from '../own/manifest.ts'
import { statePath } from './download/saved-state.ts'
import type { DiskSpace } from './download/space.ts'
import type { FetchWatch } from './fetch-files.ts'
import { localName } from './plan.ts'

/** Files of a model at most. */
const MOST_FILES = 1000

/** Weights hardly shrink when packed: what grows more than so many times was packed to fill a disk. */
const MOST_GROWTH = 20
/** Always granted: tokenizers and settings shrink well. */
const SMALL_BYTES = 64 * 1024 * 1024

const TYPE_OF_MODE = 0o170000
const REGULAR = 0o100000

export interface UnpackOptions {
  /** Where the archive came from, for errors. */
  readonly source: string
  /** What its source says that comes out; null: nothing. */
  readonly unpackedBytes: number | null
  readonly space: DiskSpace
  readonly watch: FetchWatch
}

interface Packed {
  readonly entry: Entry
  readonly name: string
}

/**
 * Unpacks a ZIP archive into the folder, all files side by side whatever folders they are in there. Nothing is written
 * before every entry has been looked at. Rejects with `source_unusable` when a name leads elsewhere, when two are alike,
 * when an entry is encrypted, no plain file, or not what its checksum says, and when more would come out than can be
 * meant; with `disk_full` when there is no room. What is broken is deleted.
 * @param path the archive
 */
export async function unpackZip(path: string, folder: string, options: UnpackOptions): Promise<Manifest['files']> {
  const { source, space, watch } = options
  const archive = await understood(path, source, () => openPromise(path, { autoClose: false }))
  try {
    const packed = await understood(path, source, () => entriesOf(archive, source, [basename(path), MANIFEST]))
    const total = packed.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
    refuseBomb(total, (await stat(path)).size, options)
    const reservation = await space.reserve(folder, total)
    let done = 0
    try {
      const files: Manifest['files'] = []
      for (const each of packed) {
        const sha256 = await understood(path, source, () =>
          unpackEntry(archive, each, join(folder, each.name), watch.signal, (bytes) => {
            done += bytes
            reservation.written(done)
            watch.progress(done, total)
          }),
        )
        files.push({ name: each.name, role: 'other', sizeBytes: each.entry.uncompressedSize, sha256 })
      }
      return files
    } finally {
      reservation.release()
    }
  } finally {
    archive.close()
  }
}

/** @param own names that are taken by others, in lower case */
async function entriesOf(archive: ZipFile, source: string, own: readonly string[]): Promise<Packed[]> {
  const packed: Packed[] = []
  const taken = new Set(own)
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/') || isFinderNote(entry.fileName)) continue
    const name = localName(entry.fileName, source)
    if (!entry.canDecodeFileData()) throw new Unsound(`its file \`${name}\` is packed in a way that can't be read`)
    const type = (entry.externalFileAttributes >>> 16) & TYPE_OF_MODE
    if (type !== 0 && type !== REGULAR) throw new Unsound(`its file \`${name}\` is a link or a device`)
    if (taken.has(name.toLowerCase())) throw new Unsound(`its file \`${name}\` has a name that is taken`)
    taken.add(name.toLowerCase())
    packed.push({ entry, name })
    if (packed.length > MOST_FILES) throw new Unsound(`it has more than ${MOST_FILES} files`)
  }
  if (packed.length === 0) throw new Unsound('there is no file in it')
  return packed
}

/** What macOS adds to archives that it makes. */
function isFinderNote(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$)/.test(path)
}

function refuseBomb(total: number, archiveBytes: number, { source, unpackedBytes }: UnpackOptions): void {
  const most = Math.max(archiveBytes * MOST_GROWTH, unpackedBytes ?? 0, SMALL_BYTES)
  if (total <= most) return
  const reason = `its archive of ${archiveBytes} bytes claims to hold ${total}, more than can be meant.`
  throw new TrivetError('source_unusable', { source, reason })
}

/** Its SHA-256. yauzl ends an entry that is longer or shorter than it claims with an error. */
async function unpackEntry(
  archive: ZipFile,
  { entry, name }: Packed,
  target: string,
  signal: AbortSignal,
  read: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  let sum = 0
  const watched = new Transform({
    transform(block: Buffer, _, done) {
      hash.update(block)
      sum = crc32(block, sum)
      read(block.length)
      done(null, block)
    },
  })
  await pipeline(await archive.openReadStreamPromise(entry), watched, createWriteStream(target), { signal })
  if (sum !== entry.crc32) throw new Unsound(`its file \`${name}\` is not what its checksum says`)
  return hash.digest('hex')
}

/** Why an archive can't be used, as the end of a sentence. */
class Unsound extends Error {}

/** What is wrong with an archive, said by us or by yauzl, is `source_unusable`; the archive is of no use any more. */
async function understood<T>(path: string, source: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException
    const ofDisk = /^E[A-Z]+$/.test(code ?? '')
    if (error instanceof TrivetError || ofDisk || name === 'AbortError') throw error
    await rm(statePath(path), { force: true })
    await rm(path, { force: true })
    const reason = `its archive can't be used: ${message.replace(/\.$/, '')}.`
    throw new TrivetError('source_unusable', { source, reason }, null, { cause: error })
  }
}
