import type { Flags } from '../../config/layers.ts'
import { baseUrl } from '../base-url.ts'
import { serverAnswers } from '../jobs/server-job.ts'
import { settingsFor } from '../settings.ts'
import type { ModelDesk } from './desk.ts'

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
