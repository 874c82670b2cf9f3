import type { Sampling } from './sampling.ts'

/** One piece of work for an engine: continue this prompt. */
export interface GenerateTask {
  readonly kind: 'generate'
  readonly prompt: string
  readonly sampling: Sampling
  /** Tokens to generate at most; `null`: until the context is full. */
  readonly maxTokens: number | null
}

export type EngineTask = GenerateTask
