import { type FileHandle, open } from 'node:fs/promises'
import type { Clock } from '../../../core/clock.ts'
import { bytesDone, type Chunk, missing, planChunks } from './chunks.ts'
import { diskError } from './disk-error.ts'
import type { RemoteFile } from './remote-file.ts'
import { identityOf, readState, type SavedState, writeState } from './saved-state.ts'

/** What a killed process has to fetch again at most. */
const SAVE_EVERY_MS = 500

/** A file on disk of which not everything is there yet. */
export class PartialFile {
  readonly #path: string
  readonly #handle: FileHandle
  readonly #clock: Clock
  readonly #identity: string
  readonly #claimed = new Set<Chunk>()
  #state: SavedState | null
  /** The first block is saved at once: from then on there is something to go on from. */
  #savedMs = Number.NEGATIVE_INFINITY
  #saving: Promise<void> = Promise.resolve()

  private constructor(path: string, handle: FileHandle, state: SavedState | null, file: RemoteFile, clock: Clock) {
    this.#path = path
    this.#handle = handle
    this.#state = state
    this.#identity = identityOf(file)
    this.#clock = clock
  }

  /** Goes on from what an earlier attempt left, or begins with an empty file. */
  static async open(path: string, file: RemoteFile, clock: Clock): Promise<PartialFile> {
    const state = await readState(path, file)
    try {
      const kept = state === null ? null : await reopen(path, state)
      const handle = kept ?? (await open(path, 'w+'))
      return new PartialFile(path, handle, kept === null ? null : state, file, clock)
    } catch (error) {
      throw await diskError(error, path, file.sizeBytes ?? 0)
    }
  }

  get known(): Pick<SavedState, 'totalBytes' | 'validator'> | null {
    return this.#state
  }

  get doneBytes(): number {
    return bytesDone(this.#state?.chunks ?? [])
  }

  get complete(): boolean {
    return this.#state?.chunks.every((chunk) => missing(chunk) === 0) ?? false
  }

  /** What the server says of the file, before anything of it is written. */
  plan(totalBytes: number, validator: string | null, chunkBytes: number): void {
    const chunks = planChunks(totalBytes, chunkBytes)
    this.#state = { version: 1, identity: this.#identity, totalBytes, validator, chunks }
  }

  /** A stretch that nobody fetches yet; null: there is none left. */
  claim(): Chunk | null {
    const chunk = this.#state?.chunks.find((each) => missing(each) > 0 && !this.#claimed.has(each)) ?? null
    if (chunk) this.#claimed.add(chunk)
    return chunk
  }

  async write(chunk: Chunk, bytes: Uint8Array): Promise<void> {
    await this.#disk(async () => {
      await writeFully(this.#handle, bytes, chunk.start + chunk.done)
      chunk.done += bytes.length
      if (Math.abs(this.#clock.now() - this.#savedMs) >= SAVE_EVERY_MS) await this.save()
    })
  }

  /** One at a time: chunks are written side by side. */
  save(): Promise<void> {
    this.#savedMs = this.#clock.now()
    this.#saving = this.#saving.catch(() => {}).then(() => this.#disk(() => this.#save()))
    return this.#saving
  }

  /** Everything again, from the start: what is there is of another file. */
  async restart(): Promise<void> {
    this.#state = null
    this.#claimed.clear()
    await this.#handle.truncate(0)
  }

  async close(): Promise<void> {
    await this.#saving.catch(() => {})
    await this.#handle.close()
  }

  async #save(): Promise<void> {
    const state = this.#state
    if (state === null) return
    const snapshot = { ...state, chunks: state.chunks.map((chunk) => ({ ...chunk })) }
    // What the state says is there must be there, after a power cut too.
    await this.#handle.datasync()
    await writeState(this.#path, snapshot)
  }

  async #disk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw await diskError(error, this.#path, (this.#state?.totalBytes ?? 0) - this.doneBytes)
    }
  }
}

/** Null when it is gone, or shorter than its state says: then somebody else had a hand in it. */
async function reopen(path: string, { chunks }: SavedState): Promise<FileHandle | null> {
  const handle = await open(path, 'r+').catch(() => null)
  if (handle === null) return null
  const end = Math.max(0, ...chunks.filter(({ done }) => done > 0).map(({ start, done }) => start + done))
  if ((await handle.stat()).size >= end) return handle
  await handle.close()
  return null
}

/** A file system with little space left may take less than it was given, before it says so. */
async function writeFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset, position + offset)
    offset += bytesWritten
  }
}
