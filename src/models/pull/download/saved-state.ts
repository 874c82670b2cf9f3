import { open, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { readSmall } from '../../sources/read-small.ts'
import type { Chunk } from './chunks.ts'
import { isFull } from './disk-error.ts'
import type { RemoteFile } from './remote-file.ts'

/** What is there of a file, kept beside it, for a later process to go on from. */
const stateSchema = z.object({
  version: z.literal(1),
  /** Two downloads of one identity have the same bytes. */
  identity: z.string(),
  totalBytes: z.int().min(0),
  /** What the server calls this version of the file; null: it has no name for it. */
  validator: z.string().nullable(),
  chunks: z.array(z.object({ start: z.int().min(0), end: z.int().min(0), done: z.int().min(0) })),
})

export type SavedState = z.infer<typeof stateSchema>

export function statePath(path: string): string {
  return `${path}.resume`
}

/** The state of an earlier attempt at the same file; null when there is none that can be trusted. */
export async function readState(path: string, file: RemoteFile): Promise<SavedState | null> {
  const text = await readSmall(statePath(path)).catch(() => null)
  const state = text === null ? null : parse(text)
  if (state === null || state.identity !== identityOf(file) || !isSound(state)) return null
  if (file.sizeBytes !== null && file.sizeBytes !== state.totalBytes) return null
  // With neither a version nor a checksum nobody would notice that the file is another one by now.
  return state.validator === null && file.sha256 === null ? null : state
}

/** In one step: a crash leaves the state before or the state after. */
export async function writeState(path: string, state: SavedState): Promise<void> {
  const target = statePath(path)
  const draft = `${target}.new`
  const text = JSON.stringify(state)
  try {
    await writeFile(draft, text)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    if (!isFull(error)) throw error
    await overwrite(target, text)
  }
}

/** On a full disk there is no room for a second file, but there is for the first. A crash here costs the download. */
async function overwrite(target: string, text: string): Promise<void> {
  const file = await open(target, 'r+')
  try {
    const { size } = await file.stat()
    // White space at the end is still JSON.
    await file.write(text.padEnd(size), 0)
  } finally {
    await file.close()
  }
}

/** The checksum, which is the same wherever the file lies; else the address. */
export function identityOf({ sha256, url }: RemoteFile): string {
  return sha256 === null ? url : `sha256:${sha256}`
}

function parse(text: string): SavedState | null {
  try {
    return stateSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The stretches are the whole file, one after the other. */
function isSound({ chunks, totalBytes }: SavedState): boolean {
  const follows = (chunk: Chunk, index: number): boolean =>
    chunk.start === (index === 0 ? 0 : chunks[index - 1]?.end) &&
    chunk.end > chunk.start &&
    chunk.done <= chunk.end - chunk.start
  return chunks.every(follows) && (chunks.at(-1)?.end ?? 0) === totalBytes
}
