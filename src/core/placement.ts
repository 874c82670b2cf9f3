/** The user's wishes for one model; absent means "you choose". */
export interface Placement {
  /** Context of one request, in tokens. */
  readonly contextTokens?: number | undefined
  /** Requests decoded together. */
  readonly slots?: number | undefined
  /** Compute threads. */
  readonly threads?: number | undefined
  /** Layers kept on an accelerator; -1 is all. */
  readonly gpuLayers?: number | undefined
  /** Same request, same text, in any company, at the price of slower prompts. Default: false. */
  readonly deterministic?: boolean | undefined
}
