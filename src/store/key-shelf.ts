import type { ApiKey } from '../core/key.ts'
import { type Database, type Row, transaction } from './database.ts'

/** A key as it is kept: of its secret, the hash. */
export interface StoredKey {
  readonly key: ApiKey
  readonly digest: Uint8Array
}

/** Where keys are kept. */
export interface KeyShelf {
  /** Takes note of what others have changed. */
  refresh(): Promise<void>
  /** Every one, as of then, oldest first. */
  keys(): readonly StoredKey[]
  /** Keeps the one that is decided on, by all that there are at that moment. Throws what `decide` throws. */
  put(decide: (keys: readonly StoredKey[]) => StoredKey): Promise<StoredKey>
}

/** A file of this machine; what another process changes in it is seen at once. */
export function createFileShelf(database: Database): KeyShelf {
  let read: { readonly version: unknown; readonly keys: readonly StoredKey[] } | null = null

  /** The file tells by a number whether another connection has changed it since. */
  const stored = (): readonly StoredKey[] => {
    const version = database.all('PRAGMA data_version')[0]?.data_version
    if (read?.version !== version) {
      read = { version, keys: database.all('SELECT * FROM keys ORDER BY created_ms, id').map(decode) }
    }
    return read?.keys ?? []
  }

  return {
    refresh: async () => {},
    keys: stored,
    put: async (decide) =>
      transaction(database, () => {
        const { key, digest } = decide(stored())
        const { id, name, hint, scopes, models, limits, createdMs, expiresMs, revokedMs } = key
        database.run(
          `INSERT OR REPLACE INTO keys (id, name, hint, digest, facts, created_ms, expires_ms, revoked_ms)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          name,
          hint,
          digest,
          JSON.stringify({ scopes, models, limits }),
          createdMs,
          expiresMs,
          revokedMs,
        )
        read = null
        return { key, digest }
      }),
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
