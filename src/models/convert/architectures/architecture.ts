import type { MetadataValue } from '../../gguf/format.ts'
import type { HfConfig } from '../config.ts'
import type { ComputedTensor, TakenTensor } from '../tensors/recipe.ts'

/** How models of one family become GGUF files. */
export interface Architecture {
  /** `general.architecture`: which of llama.cpp's models runs it. */
  readonly name: string
  /** Hyperparameters under their keys; those of the vocabulary are the tokenizer's. */
  metadata(model: SourceModel): Iterable<readonly [string, MetadataValue]>
  /** What becomes of a tensor of the checkpoint, whose name has lost its prefix; null: nothing, on purpose. */
  take(name: string, shape: readonly number[], model: SourceModel): TakenTensor | null
  /** Tensors that no tensor of the checkpoint becomes. */
  compute?(model: SourceModel): readonly ComputedTensor[]
}

/** What is known of a model before its tensors are read. */
export interface SourceModel {
  readonly config: HfConfig
  /** What the file will not do as the original did, in sentences; architectures add to it. */
  readonly warnings: string[]
  /** How many vectors become one, by `modules.json`; null where it says nothing. */
  readonly pooling: 'mean' | 'cls' | 'last' | null
}
