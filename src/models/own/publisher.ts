import type { StoredModel } from '../catalogue/model.ts'
import type { Manifest } from './manifest.ts'
import type { Origin } from './place.ts'

/**
 * How a finished pull or conversion becomes a model: its files are written to a folder that nobody lists, which one
 * rename makes a model. A crash at any point leaves the folder, never half a model.
 */
export interface Publisher {
  /**
   * A folder to write into, on the store's own file system; it is this process's until it is published, discarded or
   * left. What an earlier attempt at the same id left is still there, for it to go on from, unless `fresh`.
   * Rejects with `invalid_value` for an id that can't be one, `store_busy` when another process stages the same id, or
   * `store_unwritable`; told of what it will be made, also with `model_exists`, as `publish` would after all the work.
   */
  stage(id: string, options?: { readonly fresh?: boolean; readonly origin?: Origin }): Promise<Staging>
  /**
   * Checks that the files are there in the sizes the manifest tells, drops whatever else lies in the folder, and makes it
   * a model; one of the same id that was made of the same is replaced. Rejects with `model_exists` when the id is that
   * of another model or another's alias, `model_in_use`, `store_busy` or `store_unwritable`; the folder is kept then.
   */
  publish(staging: Staging, manifest: Manifest): Promise<StoredModel>
}

/** One model in the making. */
export interface Staging {
  readonly id: string
  /** Absolute; the manifest's file names are relative to it. */
  readonly folder: string
  /** Gives it up and deletes what was written. */
  discard(): Promise<void>
  /** Gives it up and keeps what was written, for a later attempt. */
  leave(): Promise<void>
}
