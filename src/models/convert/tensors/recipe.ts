/** A tensor of the file that one of the checkpoint becomes, with its rows (along the outermost dimension) perhaps picked and moved. */
export interface TakenTensor {
  readonly target: string
  readonly source: string
  /** Which rows become the new ones, in order. Default: all, as they are. */
  readonly rows?: Rows
  /** Added to each number, where the checkpoint keeps a difference from it. Default: 0. */
  readonly shift?: number
  /** Whether it is kept in single precision, whatever the file's type. Default: only with one dimension. */
  readonly exact?: boolean
}

export interface Rows {
  readonly count: number
  /** The checkpoint's row for a new one. */
  from(row: number): number
}

/** Numbers that the checkpoint keeps in its configuration. */
export interface ComputedTensor {
  readonly target: string
  readonly values: Float32Array
}

/**
 * Rotary position: Hugging Face turns the first half of a head against the second, llama.cpp's llama turns neighbours.
 * So, in each head, row i of the first half and row i of the second become neighbours.
 */
export function neighbouringHalves(rows: number, heads: number): Rows {
  const head = rows / heads
  const half = head / 2
  return {
    count: rows,
    from(row) {
      const inHead = row % head
      return row - inHead + (inHead % 2) * half + Math.floor(inHead / 2)
    },
  }
}

/** All rows from `first` on. */
export function rowsFrom(first: number, rows: number): Rows {
  return { count: rows - first, from: (row) => row + first }
}
