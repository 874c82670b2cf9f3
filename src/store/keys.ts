import { randomBytes } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { type ApiKey, type KeyLimits, NO_LIMITS, type Scope } from '../core/key.ts'
import type { KeyShelf, StoredKey } from './key-shelf.ts'
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

/** The keys that were made. Changes reject with `shared_store_away` where the keys are a shared server's that is. */
export interface KeyStore {
  /** Takes note of what others have changed. */
  refresh(): Promise<void>
  /** Every key, as of then, those revoked and expired included, oldest first. */
  list(): readonly ApiKey[]
  /** Whose secret this is, as of then, whether it is still good or not. */
  find(secret: string): ApiKey | null
  /** Rejects with `key_exists` when another that was not revoked has the name. */
  create(order: KeyOrder): Promise<NewKey>
  /** By id or name; the key stays, so that its usage does. Rejects with `key_not_found`. */
  revoke(idOrName: string): Promise<ApiKey>
  /** Gives it another secret; the old one is void at once. Rejects with `key_not_found`. */
  rotate(idOrName: string): Promise<NewKey>
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

export function createKeyStore(shelf: KeyShelf, { clock, newId, newSecret = randomSecret }: KeyStoreOptions): KeyStore {
  return {
    refresh: () => shelf.refresh(),
    list: () => shelf.keys().map(({ key }) => key),
    find: (secret) => matching(shelf.keys(), secret)?.key ?? null,
    async create({ name, scopes, models = null, limits = {}, expiresMs = null }) {
      const secret = newSecret()
      const id = newId('key')
      const { key } = await shelf.put((keys) => {
        if (live(keys).some(({ key }) => key.name === name)) throw new TrivetError('key_exists', { name }, 'name')
        const facts = { id, name, scopes, models, limits: { ...NO_LIMITS, ...limits } }
        return withSecret(secret, { ...facts, hint: '', createdMs: clock.now(), expiresMs, revokedMs: null })
      })
      return { key, secret }
    },
    async revoke(idOrName) {
      const { key } = await shelf.put((keys) => {
        const { key, digest } = named(keys, idOrName)
        return { key: { ...key, revokedMs: clock.now() }, digest }
      })
      return key
    },
    async rotate(idOrName) {
      const secret = newSecret()
      const { key } = await shelf.put((keys) => withSecret(secret, named(keys, idOrName).key))
      return { key, secret }
    },
  }
}

function withSecret(secret: string, key: ApiKey): StoredKey {
  return { key: { ...key, hint: hintOf(secret) }, digest: digestOf(secret) }
}

function live(keys: readonly StoredKey[]): readonly StoredKey[] {
  return keys.filter(({ key }) => key.revokedMs === null)
}

/** Throws `key_not_found`. */
function named(keys: readonly StoredKey[], idOrName: string): StoredKey {
  const found = live(keys).find(({ key }) => key.id === idOrName) ?? live(keys).find(({ key }) => key.name === idOrName)
  if (found === undefined) throw new TrivetError('key_not_found', { key: idOrName.slice(0, 100) })
  return found
}
