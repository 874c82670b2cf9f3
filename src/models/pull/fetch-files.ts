import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyFile } from './download/copy.ts'
import { type DownloadTools, downloadFile } from './download/file.ts'
import type { DiskSpace } from './download/space.ts'
import type { PlannedFile } from './plan.ts'

/** Files fetched side by side, each over several connections. */
const FILES_AT_ONCE = 2

export interface FetchWatch {
  readonly signal: AbortSignal
  /** Of all files together. */
  progress(doneBytes: number, totalBytes: number | null): void
}

/** Fetches all files into the folder, once there is space for them; resolves with their sizes, in their order. */
export async function fetchFiles(
  files: readonly PlannedFile[],
  folder: string,
  tools: DownloadTools,
  space: DiskSpace,
  watch: FetchWatch,
): Promise<number[]> {
  const done = files.map(() => 0)
  const totals = files.map(({ sizeBytes }) => sizeBytes)
  const there = await Promise.all(files.map(({ name }) => bytesOnDisk(join(folder, name))))
  const needed = files.reduce(
    (sum, { sizeBytes }, index) => sum + Math.max(0, (sizeBytes ?? 0) - (there[index] ?? 0)),
    0,
  )
  const reservation = await space.reserve(folder, needed)
  const { roomBytes } = reservation
  // Two files without a size have to share what there is.
  const unsized = totals.filter((total) => total === null).length
  const download = downloadWith(roomBytes === null ? tools : { ...tools, roomBytes: Math.floor(roomBytes / unsized) })
  const before = sum(there)
  const stop = new AbortController()
  const signal = AbortSignal.any([watch.signal, stop.signal])
  const fetchOne = async (file: PlannedFile, index: number): Promise<void> => {
    if (file.name.includes('/')) await mkdir(dirname(join(folder, file.name)), { recursive: true })
    const fetch = file.url.startsWith('file:') ? copyFile : download
    done[index] = await fetch(file, join(folder, file.name), {
      signal,
      progress(bytes, total) {
        done[index] = bytes
        totals[index] = total
        reservation.written(Math.max(0, sum(done) - before))
        watch.progress(sum(done), totals.includes(null) ? null : sum(totals.map((each) => each ?? 0)))
      },
    })
  }
  const queue = [...files.entries()]
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await fetchOne(next[1], next[0])
  }
  const workers = Array.from({ length: FILES_AT_ONCE }, worker)
  try {
    await Promise.all(workers)
    return done
  } finally {
    stop.abort(new Error('another file failed'))
    await Promise.allSettled(workers)
    reservation.release()
  }
}

function downloadWith(tools: DownloadTools) {
  return (file: PlannedFile, path: string, watch: FetchWatch) => downloadFile(file, path, tools, watch)
}

/** Blocks, not length: a file that is fetched in stretches is as long as its furthest one. */
async function bytesOnDisk(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found === null ? 0 : Math.min(found.size, found.blocks * 512)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
