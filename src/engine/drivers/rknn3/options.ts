/** The driver's own settings. */
export interface Rknn3Options {
  /** `rkllm3-server`, or its folder; `null`: where it is installed. */
  readonly serverPath: string | null
}
