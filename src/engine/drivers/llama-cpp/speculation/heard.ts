import type { Kept } from '../native/hidden-rows.ts'

/** What a head hears of each token that the model computes. */
export interface Heard {
  /** Numbers of one row. */
  readonly width: number
  /** What the model shall keep of its decodes, from the next on. */
  keep(which: Kept): void
  /** The rows of batch rows `first` and so on of the last decode; `null` when there is no having them. */
  rows(first: number, count: number): Promise<readonly Float32Array[] | null>
}
