import type { Compute } from './compute/compute.ts'

/** What one request wants of the engine that answers it; absent: as the model is set up. */
export interface Wish {
  /** A context of so many tokens at least. */
  readonly contextTokens?: number | undefined
  /** More than the model was trained for is cut to that. Default: it is refused. */
  readonly contextCapped?: boolean | undefined
  /** Layers kept on an accelerator; -1 is all, 0 none. */
  readonly gpuLayers?: number | undefined
  /** See `Placement.compute`. */
  readonly compute?: Compute | undefined
  /** How long the model stays loaded after its last answer, in milliseconds; `Infinity`: for good. */
  readonly keepAliveMs?: number | undefined
}

/** Seconds as clients write them, in milliseconds: any negative number is forever. */
export function keepAliveMs(seconds: number): number {
  return seconds < 0 ? Number.POSITIVE_INFINITY : seconds * 1000
}
