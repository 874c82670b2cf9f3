import type { Flags } from '../config/layers.ts'
import type { ReadSettings } from '../config/read-settings.ts'
import { settingsShape } from '../config/schema.ts'
import { settingsText } from '../config/settings-text.ts'
import { asTrivetError, TrivetError } from '../core/errors.ts'
import { isLoopback } from '../core/loopback.ts'
import { withoutPassword } from '../store/shared/client.ts'
import { hostFacts, registryFor } from './compose.ts'
import { plainKeys } from './plain-keys.ts'
import { refuseImpossible } from './refusals.ts'
import { settingsFor, writtenSettings } from './settings.ts'
import { readTls } from './tls.ts'

/** The settings as they would be in effect, as the file of settings has them. Throws `invalid_config`. */
export function printSettings(flags: Flags, asJson: boolean): void {
  settingsFor(flags)
  const written = withoutSecrets(writtenSettings(flags))
  console.log(asJson ? JSON.stringify(written.settings, null, 2) : settingsText(written).trimEnd())
}

/** Settings are shown to others, and pasted. */
function withoutSecrets(written: ReadSettings): ReadSettings {
  const { redis, upstreams } = written.settings
  const settings = {
    ...written.settings,
    ...(redis.url !== undefined && { redis: { ...redis, url: withoutPassword(redis.url) } }),
    ...(upstreams && { upstreams: upstreams.map((each) => ({ ...each, url: withoutPassword(each.url) })) }),
  }
  return { ...written, settings }
}

/** What editors complete and check `trivet.yaml` with. */
export function printSchema(): void {
  console.log(JSON.stringify(settingsShape, null, 2))
}

/** Throws `invalid_config` with everything that keeps a server from starting with these settings. */
export async function checkSettings(flags: Flags): Promise<void> {
  const config = settingsFor(flags)
  const checks = [
    () => plainKeys(process.env, config.keyFile),
    () => readTls(config.tls),
    () => refuseImpossible(config, registryFor(config), hostFacts()),
  ]
  const problems = await Promise.all(checks.map(problemWith))
  const reason = problems.filter((problem) => problem !== null).join('\n')
  if (reason !== '') throw new TrivetError('invalid_config', { reason })
  console.log('The settings are fine.')
  const isOpen =
    config.auth === 'auto' && !isLoopback(config.host) && plainKeys(process.env, config.keyFile).length === 0
  if (isOpen)
    console.log(`Others can reach ${config.host}: it is served once there is a key (trivet keys create <name>).`)
}

async function problemWith(check: () => unknown): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    return asTrivetError(error).message
  }
}
