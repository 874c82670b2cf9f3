import { homedir, hostname, userInfo } from 'node:os'
import { dirname } from 'node:path'
import type { Private } from '../api/diagnostics/discretion.ts'
import type { Config } from '../config/config.ts'
import { configHome, dataHome, type Env } from '../config/paths.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { plainKeys } from './plain-keys.ts'

/** Variables that hold what nobody else may know. */
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i

type PrivateSettings = Pick<Config, 'keyFile' | 'upstreams' | 'sharing'>

/** What of this process and its user must not be given away. */
export function privateParts(env: Env, config: PrivateSettings, catalogue: Pick<Catalogue, 'list'>): Private {
  const given = Object.entries(env).flatMap(([name, value = '']) => (SECRET.test(name) ? [value] : []))
  return {
    secrets: [...given, ...readableKeys(env, config.keyFile), ...otherServers(config)].filter(
      (secret) => secret.length >= 4,
    ),
    home: env.HOME || homedir(),
    user: userName(env),
    host: hostname(),
    folders: [
      ...new Set([dataHome(env), configHome(env), process.cwd(), ...catalogue.list().map(({ path }) => dirname(path))]),
    ].filter((folder) => folder !== '/'),
  }
}

/** Names that tell whose they are, and a password. */
function otherServers({ upstreams, sharing }: PrivateSettings): readonly string[] {
  const urls = [...upstreams, ...(sharing === null ? [] : [sharing])].map(({ url }) => new URL(url))
  const names = urls.map(({ hostname }) => hostname).filter((name) => name.includes('.'))
  return [...names, ...urls.map(({ password }) => decodeURIComponent(password))]
}

/** A file that can't be read holds nothing that anyone could have written down. */
function readableKeys(env: Env, keyFile: string | null): readonly string[] {
  try {
    return plainKeys(env, keyFile).map(({ secret }) => secret)
  } catch {
    return []
  }
}

function userName(env: Env): string {
  try {
    return userInfo().username
  } catch {
    // In a container, nobody may be listed.
    return env.USER ?? ''
  }
}
