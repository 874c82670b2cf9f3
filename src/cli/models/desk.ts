import type { ModelFields } from '../../api/models/encode.ts'
import type { Flags } from '../../config/layers.ts'
import { baseUrl } from '../base-url.ts'
import { serverAnswers } from '../jobs/server-job.ts'
import { settingsFor } from '../settings.ts'

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

/**
 * The server at `url`; without one, the server at the configured address if it answers, which knows what is in use;
 * else this process. Rejects with `invalid_config`.
 */
export async function openDesk(url: string | undefined, flags: Flags): Promise<ModelDesk> {
  const config = settingsFor(flags)
  const configured = baseUrl(config, config.port)
  const server = url ?? ((await serverAnswers(configured)) ? configured : null)
  if (server !== null) {
    const { remoteDesk } = await import('./remote-desk.ts')
    return remoteDesk(server.replace(/\/+$/, '').replace(/\/v1$/, ''))
  }
  const { localDesk } = await import('./local-desk.ts')
  return localDesk(config)
}
