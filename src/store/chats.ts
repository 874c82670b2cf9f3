import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Clock } from '../core/clock.ts'
import { type Database, type Row, transaction } from './database.ts'

/** A conversation, without what was said in it. */
export interface Chat {
  readonly id: string
  readonly title: string
  /** Since the Unix epoch; `updatedMs`: of the last turn. */
  readonly createdMs: number
  readonly updatedMs: number
  /** As its client gave them. */
  readonly settings: unknown
  /** Id of the turn that it was left at; `null`: nobody has said. */
  readonly leaf: string | null
}

/** One turn of a conversation, which is a tree of them. */
export interface Turn {
  readonly id: string
  /** What is found by searching. */
  readonly text: string
  /** As its client gave it. */
  readonly body: unknown
}

export interface ChatSearch {
  /** In titles and turns; empty: all. */
  readonly text: string
  readonly limit: number
  /** Id of the conversation to go on after; `null`: from the latest. */
  readonly after: string | null
}

export type ChatChange = Partial<Pick<Chat, 'title' | 'settings' | 'leaf'>>

/** Conversations, each of them its owner's alone: others find nothing. */
export interface ChatStore {
  /** `null`: the owner's take too much already. */
  create(owner: string, chat: Pick<Chat, 'id' | 'title' | 'settings'>): Chat | null
  /** Those that were last gone on with first. */
  list(owner: string, search: ChatSearch): readonly Chat[]
  find(owner: string, id: string): Chat | null
  /** In the order they were first kept in. */
  turns(owner: string, id: string): readonly Turn[]
  /** `null`: there is none. */
  turn(owner: string, id: string, turn: string): Turn | null
  /** `null`: there is none. */
  change(owner: string, id: string, change: ChatChange): Chat | null
  /** Keeps a turn, or its newer state. `absent`: there is no such conversation; `full`: the owner's take too much. */
  keep(owner: string, id: string, turn: Turn): 'kept' | 'absent' | 'full'
  /** Whether there was one. */
  delete(owner: string, id: string): boolean
  /** How many there were. */
  clear(owner: string): number
}

/** @param maxBytes what the conversations of one owner take at most; nothing is deleted to make room */
export function createChatStore(database: Database, clock: Clock, maxBytes: number): ChatStore {
  /** @param turn that is kept anew, with as many bytes; its older state doesn't count */
  const hasRoom = (owner: string, bytes: number, turn = { chat: '', id: '' }): boolean => {
    const [row] = database.all(
      `SELECT (SELECT COALESCE(SUM(OCTET_LENGTH(settings)), 0) FROM chats WHERE owner = ?)
      + (SELECT COALESCE(SUM(OCTET_LENGTH(text) + LENGTH(body)), 0)
        FROM chat_turns JOIN chats ON chat = sequence
        WHERE owner = ? AND NOT (chats.id = ? AND chat_turns.id = ?)) AS taken`,
      owner,
      owner,
      turn.chat,
      turn.id,
    )
    return Number(row?.taken) + bytes <= maxBytes
  }
  const find = (owner: string, id: string): Chat | null => {
    const [row] = database.all('SELECT * FROM chats WHERE owner = ? AND id = ?', owner, id)
    return row === undefined ? null : decode(row)
  }
  return {
    find,
    create(owner, { id, title, settings }) {
      const now = clock.now()
      if (!hasRoom(owner, Buffer.byteLength(JSON.stringify(settings)))) return null
      database.run(
        'INSERT INTO chats (id, owner, title, created_ms, updated_ms, settings) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        owner,
        title,
        now,
        now,
        JSON.stringify(settings),
      )
      return { id, title, settings, leaf: null, createdMs: now, updatedMs: now }
    },
    list(owner, { text, limit, after }) {
      const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
      return database
        .all(
          `SELECT * FROM chats WHERE owner = ?
          AND (title LIKE ? ESCAPE '\\' OR EXISTS (
            SELECT 1 FROM chat_turns WHERE chat = sequence AND text LIKE ? ESCAPE '\\'))
          AND (? IS NULL OR (updated_ms, sequence) <
            (SELECT updated_ms, sequence FROM chats WHERE id = ? AND owner = ?))
          ORDER BY updated_ms DESC, sequence DESC LIMIT ?`,
          owner,
          pattern,
          pattern,
          after,
          after,
          owner,
          limit,
        )
        .map(decode)
    },
    turns: (owner, id) =>
      database
        .all(
          `SELECT chat_turns.* FROM chat_turns JOIN chats ON chat = sequence
          WHERE owner = ? AND chats.id = ? ORDER BY chat_turns.rowid`,
          owner,
          id,
        )
        .map(decodeTurn),
    turn(owner, id, turn) {
      const [row] = database.all(
        `SELECT chat_turns.* FROM chat_turns JOIN chats ON chat = sequence
        WHERE owner = ? AND chats.id = ? AND chat_turns.id = ?`,
        owner,
        id,
        turn,
      )
      return row === undefined ? null : decodeTurn(row)
    },
    change(owner, id, change) {
      const before = find(owner, id)
      if (before === null) return null
      const after = { ...before, ...change }
      database.run(
        'UPDATE chats SET title = ?, settings = ?, leaf = ? WHERE owner = ? AND id = ?',
        after.title,
        JSON.stringify(after.settings),
        after.leaf,
        owner,
        id,
      )
      return after
    },
    keep: (owner, id, turn) =>
      transaction(database, () => {
        const body = pack(turn.body)
        if (find(owner, id) === null) return 'absent'
        if (!hasRoom(owner, Buffer.byteLength(turn.text) + body.byteLength, { chat: id, id: turn.id })) return 'full'
        database.run(
          'UPDATE chats SET updated_ms = ?, leaf = ? WHERE owner = ? AND id = ?',
          clock.now(),
          turn.id,
          owner,
          id,
        )
        database.run(
          `INSERT INTO chat_turns (chat, id, text, body) SELECT sequence, ?, ?, ? FROM chats WHERE id = ?
          ON CONFLICT (chat, id) DO UPDATE SET text = excluded.text, body = excluded.body`,
          turn.id,
          turn.text,
          body,
          id,
        )
        return 'kept'
      }),
    delete: (owner, id) => database.run('DELETE FROM chats WHERE owner = ? AND id = ?', owner, id) > 0,
    clear: (owner) => database.run('DELETE FROM chats WHERE owner = ?', owner),
  }
}

function decodeTurn(row: Row): Turn {
  return { id: String(row.id), text: String(row.text), body: unpack(row.body) }
}

function decode(row: Row): Chat {
  return {
    id: String(row.id),
    title: String(row.title),
    createdMs: Number(row.created_ms),
    updatedMs: Number(row.updated_ms),
    settings: JSON.parse(String(row.settings)),
    leaf: row.leaf === null || row.leaf === undefined ? null : String(row.leaf),
  }
}

function pack(body: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(body), { level: 1 })
}

function unpack(bytes: Row[string] | undefined): unknown {
  if (!(bytes instanceof Uint8Array)) throw new Error('a stored turn has no body')
  return JSON.parse(inflateRawSync(bytes).toString('utf8'))
}
