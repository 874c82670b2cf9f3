/** What `trivet bench` is told, but for the settings. */
export interface BenchFlags {
  readonly promptTokens?: readonly number[]
  readonly maxTokens?: readonly number[]
  readonly runs?: number
  readonly concurrency?: readonly number[]
  readonly output: OutputForm
  readonly svg?: string
  readonly url?: readonly string[]
  readonly apiKey?: readonly string[]
  readonly requests?: number
  readonly warmup?: number
  readonly ttftLimit?: number
  readonly compare?: readonly string[]
}

export type OutputForm = 'table' | 'json' | 'csv' | 'md'
