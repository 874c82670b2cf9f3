import { randomBytes } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { type ApiKey, type KeyLimits, NO_LIMITS, type Scope } from '../core/key.ts'
import type { Database, Row } from './database.ts'
import { digestOf, hintOf, matching } from './secrets.ts'

/** A key to be made. */
export interface KeyOrder {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly models?: readonly string[] | null
  readonly limits?: Partial<KeyLimits>
  readonly expiresMs?: number | null
}

/** A key and, this once, its secret. */
export interface NewKey {
  readonly key: ApiKey
  readonly secret: string
}

/** The keys that were made here. Of each, the file keeps a hash; what another process changes is seen at once. */
export interface KeyStore {
  /** Every key, those revoked and expired included, oldest first. */
  list(): readonly ApiKey[]
  /** Whose secret this is, whether it is still good or not. */
  find(secret: string): ApiKey | null
  /** Throws `key_exists` when another that was not revoked has the name. */
  create(order: KeyOrder): NewKey
  /** By id or name; the row stays, so that its usage does. Throws `key_not_found`. */
  revoke(idOrName: string): ApiKey
  /** Gives it another secret; the old one is void at once. Throws `key_not_found`. */
  rotate(idOrName: string): NewKey
}

export interface KeyStoreOptions {
  readonly clock: Clock
  readonly newId: (prefix: string) => string
  readonly newSecret?: () => string
}

/** 256 random bits. The prefix lets scanners of leaked secrets, and people, see what it is. */
function randomSecret(): string {
  return `tvt-${randomBytes(32).toString('base64url')}`
}

interface StoredKey {
  readonly key: ApiKey
  readonly digest: Uint8Array
}

export function createKeyStore(
  database: Database,
  { clock, newId, newSecret = randomSecret }: KeyStoreOptions,
): KeyStore {
  let read: { readonly version: unknown; readonly keys: readonly StoredKey[] } | null = null

  /** The file tells by a number whether another connection has changed it since. */
  const stored = (): readonly StoredKey[] => {
    const version = database.all('PRAGMA data_version')[0]?.data_version
    if (read?.version !== version) {
      read = { version, keys: database.all('SELECT * FROM keys ORDER BY created_ms, id').map(decode) }
    }
    return read?.keys ?? []
  }
  const change = (sql: string, ...parameters: Parameters<Database['run']> extends [string, ...infer P] ? P : never) => {
    database.run(sql, ...parameters)
    read = null
  }
  const named = (idOrName: string): ApiKey => {
    const live = stored()
      .map(({ key }) => key)
      .filter((key) => key.revokedMs === null)
    const found = live.find(({ id }) => id === idOrName) ?? live.find(({ name }) => name === idOrName)
    if (found === undefined) throw new TrivetError('key_not_found', { key: idOrName.slice(0, 100) })
    return found
  }
  const byId = (id: string): ApiKey => {
    const found = stored().find(({ key }) => key.id === id)
    if (found === undefined) throw new TrivetError('key_not_found', { key: id })
    return found.key
  }

  return {
    list: () => stored().map(({ key }) => key),
    find: (secret) => matching(stored(), secret)?.key ?? null,
    create({ name, scopes, models = null, limits = {}, expiresMs = null }) {
      if (stored().some(({ key }) => key.name === name && key.revokedMs === null)) {
        throw new TrivetError('key_exists', { name }, 'name')
      }
      const secret = newSecret()
      const id = newId('key')
      change(
        'INSERT INTO keys (id, name, hint, digest, facts, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
        id,
        name,
        hintOf(secret),
        digestOf(secret),
        JSON.stringify({ scopes, models, limits: { ...NO_LIMITS, ...limits } }),
        clock.now(),
        expiresMs,
      )
      return { key: byId(id), secret }
    },
    revoke(idOrName) {
      const { id } = named(idOrName)
      change('UPDATE keys SET revoked_ms = ? WHERE id = ?', clock.now(), id)
      return byId(id)
    },
    rotate(idOrName) {
      const { id } = named(idOrName)
      const secret = newSecret()
      change('UPDATE keys SET digest = ?, hint = ? WHERE id = ?', digestOf(secret), hintOf(secret), id)
      return { key: byId(id), secret }
    },
  }
}

function decode(row: Row): StoredKey {
  if (!(row.digest instanceof Uint8Array)) throw new Error('a stored key has no hash')
  const key: ApiKey = {
    id: String(row.id),
    name: String(row.name),
    hint: String(row.hint),
    ...(JSON.parse(String(row.facts)) as Pick<ApiKey, 'scopes' | 'models' | 'limits'>),
    createdMs: Number(row.created_ms),
    expiresMs: numberOrNull(row.expires_ms),
    revokedMs: numberOrNull(row.revoked_ms),
  }
  return { key, digest: row.digest }
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}
