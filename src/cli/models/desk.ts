import type { ModelFields } from '../../api/models/encode.ts'

/** A model as the API describes it, and where its files are if that is known here. */
export interface ToldModel extends ModelFields {
  readonly path: string | null
}

/** Who answers for the models: a running server, or this process alone. */
export interface ModelDesk {
  /** The server's address; `null`: there is none. */
  readonly url: string | null
  list(): Promise<readonly ToldModel[]>
  show(name: string): Promise<ToldModel>
  /** Resolves with the name that is gone: a model's, or an alias. */
  remove(name: string): Promise<string>
  alias(name: string, alias: string): Promise<ToldModel>
  pin(name: string, pinned: boolean): Promise<ToldModel>
  copy(name: string, id: string): Promise<ToldModel>
}
