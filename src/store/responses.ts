import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Clock } from '../core/clock.ts'
import { type Database, type SqlValue, transaction } from './database.ts'

/** One answer of the Responses API, as JSON of that API. */
export interface StoredResponse {
  readonly id: string
  /** Whose key made it; nobody else finds it. */
  readonly owner: string
  /** The response object, with the items that it says. */
  readonly response: { readonly output: readonly StoredItem[] }
  /** The items it was made from, those of the responses before it included. */
  readonly input: readonly StoredItem[]
  /** The events it was told in. */
  readonly events: readonly unknown[]
}

export interface StoredItem {
  readonly id: string
}

/** What is kept at most; whatever is oldest goes first. */
export interface StoreBounds {
  readonly count: number
  readonly ageMs: number
  /** As stored: compressed. */
  readonly bytes: number
}

/** Answers kept for later: to be read again, gone on from, deleted. */
export interface ResponseStore {
  /** Keeps a response, or its newer state. */
  save(response: StoredResponse): void
  /** Only the owner's own, and none that is too old. */
  find(owner: string, id: string): StoredResponse | null
  /** An item of any of the owner's responses, said or given. */
  findItem(owner: string, id: string): StoredItem | null
  /** Whether there was one. */
  delete(owner: string, id: string): boolean
}

export function createResponseStore(database: Database, bounds: StoreBounds, clock: Clock): ResponseStore {
  const oldest = () => clock.now() - bounds.ageMs

  const prune = (): void => {
    database.run('DELETE FROM responses WHERE created_ms <= ?', oldest())
    database.run(
      `DELETE FROM responses WHERE sequence IN (
        SELECT sequence FROM (
          SELECT sequence, row_number() OVER newest AS place, sum(bytes) OVER newest AS total
          FROM responses WINDOW newest AS (ORDER BY sequence DESC)
        ) WHERE place > ? OR total > ?
      )`,
      bounds.count,
      bounds.bytes,
    )
  }

  return {
    save({ id, owner, ...body }) {
      const bytes = pack(body)
      transaction(database, () => {
        database.run(
          `INSERT INTO responses (id, owner, created_ms, bytes, body) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes, body = excluded.body`,
          id,
          owner,
          clock.now(),
          bytes.length,
          bytes,
        )
        for (const item of itemsOf(body)) {
          database.run(
            'INSERT OR IGNORE INTO response_items SELECT ?, sequence FROM responses WHERE id = ?',
            item.id,
            id,
          )
        }
        prune()
      })
    },
    find(owner, id) {
      const [row] = database.all(
        'SELECT body FROM responses WHERE id = ? AND owner = ? AND created_ms > ?',
        id,
        owner,
        oldest(),
      )
      return row === undefined ? null : { id, owner, ...unpack(row.body) }
    },
    findItem(owner, id) {
      const [row] = database.all(
        `SELECT body FROM responses JOIN response_items ON response = sequence
        WHERE response_items.id = ? AND owner = ? AND created_ms > ? ORDER BY sequence DESC LIMIT 1`,
        id,
        owner,
        oldest(),
      )
      return (row && itemsOf(unpack(row.body)).find((item) => item.id === id)) ?? null
    },
    delete: (owner, id) => database.run('DELETE FROM responses WHERE id = ? AND owner = ?', id, owner) > 0,
  }
}

type Body = Omit<StoredResponse, 'id' | 'owner'>

function itemsOf({ input, response }: Body): readonly StoredItem[] {
  return [...input, ...response.output]
}

/** Events repeat themselves: they shrink to a tenth. */
function pack(body: Body): Uint8Array {
  return deflateRawSync(JSON.stringify(body), { level: 1 })
}

function unpack(bytes: SqlValue | undefined): Body {
  if (!(bytes instanceof Uint8Array)) throw new Error('a stored response has no body')
  return JSON.parse(inflateRawSync(bytes).toString('utf8'))
}
