import { decodeKey } from '../../api/keys/decode.ts'
import { encodeKey, encodeKeys, encodeStats } from '../../api/keys/encode.ts'
import { keyRequestSchema } from '../../api/keys/schema.ts'
import { validate } from '../../api/validation/validation.ts'
import type { Flags } from '../../config/layers.ts'
import { sharingConfig } from '../../config/load.ts'
import { systemClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { createFileShelf } from '../../store/key-shelf.ts'
import { createKeyUsages, type KeyUsages } from '../../store/key-usage.ts'
import { createKeyring } from '../../store/keyring.ts'
import { createKeyStore, type KeyStore, type NewKey } from '../../store/keys.ts'
import { createNotes } from '../../store/notes.ts'
import { openDatabase } from '../../store/open.ts'
import { systemLogger } from '../../telemetry/logger.ts'
import { openSharing } from '../open-sharing.ts'
import { storePath } from '../open-store.ts'
import { writtenSettings } from '../settings.ts'
import { table } from '../table.ts'
import { countOf } from './count.ts'
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

/** Rejects with `invalid_value` or `key_exists`. */
export async function createKey(name: string, flags: Flags, wishes: KeyWishes): Promise<void> {
  const now = systemClock.now()
  const fields = validate(keyRequestSchema, {
    name,
    scopes: wishes.scopes,
    models: wishes.models,
    requests_per_minute: countOf('--requests-per-minute', wishes.requestsPerMinute),
    tokens_per_minute: countOf('--tokens-per-minute', wishes.tokensPerMinute),
    max_tokens: countOf('--max-tokens', wishes.maxTokens),
    expires_at: wishes.expires === undefined ? undefined : Math.floor(expiryOf(wishes.expires, now) / 1000),
  })
  showOnce(await withStore(flags, (keys) => keys.create(decodeKey(fields, now))), wishes)
}

/** Rejects with `key_not_found`. */
export async function rotateKey(key: string, flags: Flags, output: Output): Promise<void> {
  showOnce(await withStore(flags, (keys) => keys.rotate(key)), output)
}

/** Rejects with `key_not_found`. */
export async function revokeKey(name: string, flags: Flags, { json }: Output): Promise<void> {
  const key = await withStore(flags, (keys) => keys.revoke(name))
  print(json, encodeKey(key, 'store', systemClock.now()), `The key ${key.name} is void.`)
}

export async function listKeys(flags: Flags, { json }: Output): Promise<void> {
  const { data, stats } = await withStore(flags, async (keys, usages) => {
    const ring = createKeyring(keys, () => [])
    return { data: encodeKeys(ring, systemClock.now()).data, stats: encodeStats(await usages.all(), ring).data }
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

/** The keys of this machine, or those that it shares with others. */
async function withStore<T>(flags: Flags, work: (keys: KeyStore, usages: KeyUsages) => Promise<T>): Promise<T> {
  const { redis } = writtenSettings(flags).settings
  const clock = systemClock
  const database = openDatabase(storePath(process.env))
  const own = {
    shelf: createFileShelf(database),
    usages: createKeyUsages(database, clock),
    notes: createNotes(database),
  }
  const logger = systemLogger('warn')
  try {
    // Where all keys were lost, this is how the first new one is made.
    const sharing = await openSharing({ sharing: sharingConfig(redis), auth: 'off', own, clock, logger })
    try {
      return await work(createKeyStore(sharing.shelf, { clock, newId }), sharing.usages)
    } finally {
      await sharing.close()
    }
  } finally {
    database.close()
  }
}
