import { decodeKey } from '../../api/keys/decode.ts'
import { encodeKey, encodeKeys, encodeStats } from '../../api/keys/encode.ts'
import { keyRequestSchema } from '../../api/keys/schema.ts'
import { validate } from '../../api/validation/validation.ts'
import { systemClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { createKeyUsages } from '../../store/key-usage.ts'
import { createKeyring } from '../../store/keyring.ts'
import { createKeyStore, type KeyStore, type NewKey } from '../../store/keys.ts'
import { openDatabase } from '../../store/open.ts'
import { storePath } from '../open-store.ts'
import { table } from '../table.ts'
import { expiryOf } from './expiry.ts'

interface Output {
  readonly json?: boolean
}

interface KeyWishes extends Output {
  readonly scopes: readonly string[]
  readonly models?: readonly string[]
  readonly requestsPerMinute?: string
  readonly tokensPerMinute?: string
  readonly maxTokens?: string
  readonly expires?: string
}

/** Throws `invalid_value` or `key_exists`. */
export function createKey(name: string, wishes: KeyWishes): void {
  const now = systemClock.now()
  const fields = validate(keyRequestSchema, {
    name,
    scopes: wishes.scopes,
    models: wishes.models,
    requests_per_minute: numberOf(wishes.requestsPerMinute),
    tokens_per_minute: numberOf(wishes.tokensPerMinute),
    max_tokens: numberOf(wishes.maxTokens),
    expires_at: wishes.expires === undefined ? undefined : Math.floor(expiryOf(wishes.expires, now) / 1000),
  })
  showOnce(
    withKeys((keys) => keys.create(decodeKey(fields, now))),
    wishes,
  )
}

/** Throws `key_not_found`. */
export function rotateKey(key: string, output: Output): void {
  showOnce(
    withKeys((keys) => keys.rotate(key)),
    output,
  )
}

/** Throws `key_not_found`. */
export function revokeKey(name: string, { json }: Output): void {
  const key = withKeys((keys) => keys.revoke(name))
  print(json, encodeKey(key, 'store', systemClock.now()), `The key ${key.name} is void.`)
}

export function listKeys({ json }: Output): void {
  const { data, stats } = withStore((keys, usages) => {
    const ring = createKeyring(keys, () => [])
    return { data: encodeKeys(ring, systemClock.now()).data, stats: encodeStats(usages.all(), ring).data }
  })
  const usage = new Map(stats.map((each) => [each.id, each]))
  const rows = data.map(({ id, name, hint, state, scopes, models }) => {
    const { requests = 0, prompt_tokens = 0, completion_tokens = 0 } = usage.get(id) ?? {}
    const tokens = prompt_tokens + completion_tokens
    return [id, name, hint, state, scopes.join(' '), models?.join(' ') ?? 'all', `${requests}`, `${tokens}`]
  })
  const head = ['ID', 'NAME', 'KEY', 'STATE', 'SCOPES', 'MODELS', 'REQUESTS', 'TOKENS']
  print(
    json,
    data.map((key) => ({ ...key, usage: usage.get(key.id) ?? null })),
    data.length === 0 ? 'There are no keys. `trivet keys create <name>` makes one.' : table(head, rows),
  )
}

function showOnce({ key, secret }: NewKey, { json }: Output): void {
  if (json) {
    print(json, { ...encodeKey(key, 'store', systemClock.now()), secret }, '')
    return
  }
  console.log(secret)
  process.stderr.write(
    `This is the key ${key.name} (${key.id}). Keep it now: it is not stored and never shown again.\n`,
  )
}

function print(json: boolean | undefined, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}

function withKeys<T>(work: (keys: KeyStore) => T): T {
  return withStore(work)
}

function withStore<T>(work: (keys: KeyStore, usages: ReturnType<typeof createKeyUsages>) => T): T {
  const database = openDatabase(storePath(process.env))
  try {
    return work(createKeyStore(database, { clock: systemClock, newId }), createKeyUsages(database, systemClock))
  } finally {
    database.close()
  }
}

/** What is no number stays as it is, for the schema to refuse. */
function numberOf(text: string | undefined): unknown {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : text
}
