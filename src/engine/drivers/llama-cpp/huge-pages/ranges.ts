/** Some of a process's memory: addresses in bytes, `end` exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Weights that a processor's table of small pages holds as well. */
const SMALLEST_BYTES = 32 * 2 ** 20

/** Each piece that is moved stays a mapping of its own, of which a process has 65 530 by default (`vm.max_map_count`). */
const MOST_PIECES = 1000

/**
 * Where files are mapped to be read only and shared, as llama.cpp maps weights; libraries are mapped as private.
 * @param maps the text of `/proc/self/maps`: see proc_pid_maps(5)
 */
export function mappedFiles(maps: string): readonly Range[] {
  return largeOnes(maps, /^([0-9a-f]+)-([0-9a-f]+) r--s \S+ \S+ [1-9]/gm)
}

/** Memory of the process's own, no file's: weights that were read, or rearranged. */
export function ownMemory(maps: string): readonly Range[] {
  return largeOnes(maps, /^([0-9a-f]+)-([0-9a-f]+) rw-p \S+ 00:00 0 *$/gm)
}

function largeOnes(maps: string, line: RegExp): readonly Range[] {
  return Array.from(maps.matchAll(line), ([, start = '', end = '']) => ({
    start: Number.parseInt(start, 16),
    end: Number.parseInt(end, 16),
  })).filter(({ start, end }) => end - start >= SMALLEST_BYTES)
}

/**
 * Those of the files that are read for each token: none where llama.cpp has rearranged weights for the processor's
 * vector units, since then it reads them from its own memory, and the file lies idle but for a few matrices.
 */
export function filesInUse(files: readonly Range[], own: readonly Range[]): readonly Range[] {
  return bytesOf(own) > bytesOf(files) / 4 ? [] : files
}

/** Pieces of whole huge pages, in order; what lies before the first and after the last of a range stays as it is. */
export function piecesOf(ranges: readonly Range[], pageBytes: number): readonly Range[] {
  const whole = ranges.map(({ start, end }) => ({
    start: Math.ceil(start / pageBytes) * pageBytes,
    end: Math.floor(end / pageBytes) * pageBytes,
  }))
  const size = Math.ceil(bytesOf(whole) / pageBytes / MOST_PIECES) * pageBytes
  return whole.flatMap(({ start, end }) =>
    Array.from({ length: Math.max(0, Math.ceil((end - start) / size)) }, (_, at) => ({
      start: start + at * size,
      end: Math.min(end, start + (at + 1) * size),
    })),
  )
}

export function bytesOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)
}
