import type { GgufFacts } from '../facts/facts.ts'

/** Where a model comes from. Trivet writes to `trivet` alone. */
export const MODEL_SOURCES = [
  'config',
  'trivet',
  'folder',
  'huggingface',
  'geniex',
  'llamapi',
  'lmstudio',
  'ollama',
] as const
export type ModelSource = (typeof MODEL_SOURCES)[number]

/** A model that can be loaded, or was found broken. Plain data. */
export interface StoredModel {
  /** Canonical and unique: `org/repo:Q4_K_M`, `qwen3:4b@rkllm-rk3588`, `name`. */
  readonly id: string
  /** What a driver's `recognise` is given: absolute, a file (the first of its parts) or a folder. */
  readonly path: string
  readonly source: ModelSource
  /** Trivet may delete it. */
  readonly owned: boolean
  /** Of all of its files. */
  readonly sizeBytes: number
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number
  readonly attachments: Attachments
  /** `null`: not a GGUF file, or one that can't be read. */
  readonly facts: GgufFacts | null
  /** Why it can't be loaded, in words; `null`: nothing is known to be wrong. */
  readonly invalid: string | null
  readonly aliases: readonly string[]
  /** Asked to stay loaded. */
  readonly pinned: boolean
}

/** Files that belong to a model and are no models themselves. Absolute. */
export interface Attachments {
  /** Projector of images or sound. */
  readonly mmproj?: string
  /** A smaller model of the same family that writes ahead. */
  readonly draft?: string
}
