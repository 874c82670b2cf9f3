/** Several measurements of one thing. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** What is asked of each model. */
export interface BenchmarkSettings {
  readonly prompt: string
  readonly maxTokens: number
  /** Measured runs. */
  readonly runs: number
  /** Runs before them, which are not measured. */
  readonly warmUps: number
}

/** One model on one device: measured, or why not. */
export interface BenchmarkResult {
  readonly model: string
  /** As it was asked for. */
  readonly device: string
  /** When it was done, in milliseconds since the Unix epoch. */
  readonly atMs: number
  /** Why there is no measure; `null`: there is one. */
  readonly error: string | null
  readonly measure: Measure | null
  /** What was measured; `null`: it never got so far. */
  readonly subject: Subject | null
}

/** Times in milliseconds, speeds in tokens a second. */
export interface Measure {
  /** `null`: it was loaded already. */
  readonly loadMs: number | null
  readonly promptTokens: number
  readonly completionTokens: number
  readonly firstTokenMs: Spread
  readonly totalMs: Spread
  readonly prefillSpeed: Spread
  /** After the first token. */
  readonly decodeSpeed: Spread
  /** Between one token and the next, of all runs. */
  readonly interTokenP50Ms: number
  readonly interTokenP95Ms: number
}

/** What makes a measure comparable with another. */
export interface Subject {
  readonly engineVersion: string
  /** See `OpenModel.fingerprint`. */
  readonly fingerprint: string
  readonly parameters: number
  readonly weightBytes: number
  readonly contextTokens: number
  readonly memoryBytes: number | null
}

/** Models times devices, measured in one go. */
export interface BenchmarkRun {
  readonly id: string
  /** In milliseconds since the Unix epoch. */
  readonly createdMs: number
  readonly finishedMs: number
  readonly settings: BenchmarkSettings
  /** Of the machine. */
  readonly hardware: { readonly cpu: string | null; readonly cores: number; readonly memoryBytes: number }
  readonly results: readonly BenchmarkResult[]
}
