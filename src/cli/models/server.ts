import type { Flags } from '../../config/layers.ts'
import { baseUrl } from '../base-url.ts'
import { settingsFor } from '../settings.ts'

/** Other flags of such a command may be called like settings, and are about a model. */
const ADDRESS = ['--host', '--port', '--config']

/** Where the server is that a command needs: at `url`, else where the settings have it. Rejects with `invalid_config`. */
export async function serverFor(url: string | undefined, flags: Flags): Promise<string> {
  const config = settingsFor(Object.fromEntries(Object.entries(flags).filter(([flag]) => ADDRESS.includes(flag))))
  return (url ?? baseUrl(config, config.port)).replace(/\/+$/, '').replace(/\/v1$/, '')
}
