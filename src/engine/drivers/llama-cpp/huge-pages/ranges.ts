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
  return Array.from(maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) r--s \S+ \S+ [1-9]/gm), ([, start = '', end = '']) => ({
    start: Number.parseInt(start, 16),
    end: Number.parseInt(end, 16),
  })).filter(({ start, end }) => end - start >= SMALLEST_BYTES)
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
