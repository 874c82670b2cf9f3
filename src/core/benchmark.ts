/** Several measurements of one thing. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** What is asked of each model. */
export interface BenchmarkSettings {
  /** `null`: texts made up for the sizes. */
  readonly prompt: string | null
  /** Tokens of prompts that are made up, each size in turn; empty: the prompt as it is. */
  readonly promptTokens: readonly number[]
  /** Answers side by side, each number in turn. */
  readonly concurrency: readonly number[]
  readonly maxTokens: number
  /** Measured runs. */
  readonly runs: number
  /** Runs before them, which are not measured. */
  readonly warmUps: number
}

/** One way of asking, of those that the settings name. */
export interface BenchmarkCase {
  /** `null`: the prompt as it is. */
  readonly promptTokens: number | null
  readonly concurrency: number
  /** Of each answer. */
  readonly maxTokens: number
}

/** One model on one device, asked in one way: measured, or why not. */
export interface BenchmarkResult extends BenchmarkCase {
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

/** Times in milliseconds, speeds in tokens a second; of single answers unless said. */
export interface Measure {
  /** `null`: it was loaded already. */
  readonly loadMs: number | null
  /** As the engine counts them. */
  readonly promptTokens: number
  readonly completionTokens: number
  readonly firstTokenMs: Spread
  readonly totalMs: Spread
  readonly prefillSpeed: Spread
  /** After the first token, over no less time than the engine says; 0: they came too close together to tell. */
  readonly decodeSpeed: Spread
  /** Of all answers side by side: their tokens after the first, from the first of these to the last. */
  readonly togetherSpeed: Spread
  /** Between one token and the next, of all runs. */
  readonly interTokenP50Ms: number
  readonly interTokenP95Ms: number
  /** The same two speeds by the engine's own clock, which hears nothing of queues and pipes; `null`: it tells none. */
  readonly engine: { readonly prefillSpeed: Spread; readonly decodeSpeed: Spread } | null
  /** The most that the engine's process held in memory; `null`: it tells none. */
  readonly residentBytes: number | null
  /** Of the whole machine, for a token written; `null`: nothing here tells. */
  readonly joulesPerToken: Spread | null
}

/** What makes a measure comparable with another. */
export interface Subject {
  readonly engineVersion: string
  /** See `OpenModel.fingerprint`. */
  readonly fingerprint: string
  /** Of the model's files, as `modelHash` makes it; `null`: they are not here. */
  readonly modelHash: string | null
  readonly parameters: number
  readonly weightBytes: number
  readonly contextTokens: number
  readonly slots: number
  /** `null`: the engine's own choice. */
  readonly threads: number | null
  /** Layers on an accelerator; `null`: unknown. */
  readonly gpuLayers: number | null
  /** As estimated from its file and its settings; `null`: unknown. */
  readonly memoryBytes: number | null
}

/** Models times devices times ways of asking, measured in one go. */
export interface BenchmarkRun {
  readonly id: string
  /** `first-load`: by the server itself, of a model that it had never measured on this hardware. */
  readonly occasion: 'asked' | 'first-load'
  /** In milliseconds since the Unix epoch. */
  readonly createdMs: number
  readonly finishedMs: number
  /** Of Trivet. */
  readonly version: string
  readonly settings: BenchmarkSettings
  readonly hardware: BenchmarkHardware
  readonly results: readonly BenchmarkResult[]
}

/** The machine that was measured on. */
export interface BenchmarkHardware {
  /** Another whenever what was measured may no longer hold. */
  readonly fingerprint: string
  readonly board: string | null
  readonly cpu: string | null
  readonly architecture: string
  readonly cores: number
  readonly memoryBytes: number
  /** What computes besides the CPU, by name. */
  readonly chips: readonly string[]
}

/** By the engine's own clock where it has one: a short answer of a tiny model comes in one piece. */
export function ownSpeeds(measure: Measure): Pick<Measure, 'prefillSpeed' | 'decodeSpeed'> {
  return measure.engine ?? measure
}

/** Fewer tokens than this say nothing of how fast they come. */
const TELLING_ANSWER = 8
const TELLING_PROMPT = 32

/**
 * How fast one answer alone is written, in tokens a second, by `ownSpeeds`; `null`: this result doesn't tell.
 */
export function decodeSpeedOf({
  concurrency,
  measure,
}: Pick<BenchmarkResult, 'concurrency' | 'measure'>): number | null {
  if (measure === null || concurrency > 1 || measure.completionTokens < TELLING_ANSWER) return null
  return told(ownSpeeds(measure).decodeSpeed)
}

/** How fast one prompt alone is read, likewise. */
export function prefillSpeedOf({
  concurrency,
  measure,
}: Pick<BenchmarkResult, 'concurrency' | 'measure'>): number | null {
  if (measure === null || concurrency > 1 || measure.promptTokens < TELLING_PROMPT) return null
  return told(ownSpeeds(measure).prefillSpeed)
}

function told({ median }: Spread): number | null {
  return median > 0 ? median : null
}
