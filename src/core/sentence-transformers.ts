import type { Pooling } from './placement.ts'

type Json = Readonly<Record<string, unknown>>

/** One of the steps that make an embedding, as `modules.json` lists them. */
export interface EmbeddingStep {
  /** `Transformer`, `Pooling`, `Normalize`, `Dense`. */
  readonly kind: string
  /** Folder of its own configuration; empty: the model's. */
  readonly path: string
}

/** @param modules what `modules.json` holds */
export function embeddingSteps(modules: readonly Json[]): readonly EmbeddingStep[] {
  return modules.map(({ type, path }) => ({ kind: String(type).split('.').at(-1) ?? '', path: String(path ?? '') }))
}

/** By the configuration of a `Pooling` step; `null`: another way than by mean, first or last token. */
export function poolingMode(config: Json): Pooling | null {
  if (config.pooling_mode_mean_tokens === true || config.pooling_mode === 'mean') return 'mean'
  if (config.pooling_mode_cls_token === true || config.pooling_mode === 'cls') return 'cls'
  if (config.pooling_mode_lasttoken === true || config.pooling_mode === 'lasttoken') return 'last'
  return null
}
