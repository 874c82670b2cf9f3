import type { StoredModel } from './model.ts'

/**
 * Every model there is: configured, in Trivet's own store, or found where other programs keep theirs. What is read is
 * the picture of the last `refresh`; what changes by this catalogue is seen at once.
 */
export interface Catalogue {
  /** Configured ones first, then by source, then by id. */
  list(): readonly StoredModel[]
  /**
   * By id, by alias, or by a looser spelling that can mean only one: see `resolve`.
   * Throws `model_not_found` or `model_ambiguous`.
   */
  find(name: string): StoredModel
  /** As `find`; when there is none, looks at the disk again before it rejects. */
  look(name: string): Promise<StoredModel>
  /** Looks at the disk again. However many ask at once, it looks once. */
  refresh(): Promise<void>
  /**
   * Deletes the files and whatever names the model; of an alias in any spelling, only the alias. Resolves with the
   * id or the alias that is gone. Rejects with `model_not_found`, `model_ambiguous` (also among precisions),
   * `model_not_owned`, `model_in_use`, `store_busy` or `store_unwritable`.
   */
  remove(name: string): Promise<string>
  /** Another name for a model. Rejects with `invalid_value`, `model_exists`, or as `remove`. */
  alias(name: string, alias: string): Promise<StoredModel>
  pin(name: string, pinned: boolean): Promise<StoredModel>
  /** A model of its own with the same files. Rejects as `alias`. */
  copy(name: string, id: string): Promise<StoredModel>
  /** Called after the list has changed; returns what ends that. */
  onChange(listener: (change: CatalogueChange) => void): () => void
}

/** Ids that came, went, or are described otherwise than before. */
export interface CatalogueChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}
