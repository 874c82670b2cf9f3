import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { TrivetError } from '../core/errors.ts'
import { libsql } from './adapters/libsql.ts'
import { nodeSqlite } from './adapters/node-sqlite.ts'
import type { Database, SqliteAdapter } from './database.ts'
import { MIGRATIONS, migrate, stepsTaken } from './migrations.ts'

export const IN_MEMORY = ':memory:'

/**
 * The file, created with its folder when it isn't there, and brought to today's tables. Throws, with the reason in
 * words, when that can't be done.
 */
export function openDatabase(path: string, adapter: SqliteAdapter = usableAdapter()): Database {
  if (path !== IN_MEMORY) {
    mkdirSync(dirname(path), { recursive: true })
    keepPrivate(path)
  }
  const database = adapter.open(path)
  try {
    // Readers don't wait for the writer, and a crash of the machine may cost the last change but no more.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON',
    )
    backUp(database, path)
    migrate(database)
    return toldInWords(database)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Whoever else uses this machine has no business with conversations. SQLite's other files follow this one's mode. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  try {
    chmodSync(path, 0o600)
  } catch {
    // Another user's file, which this one may use: its owner has decided.
  }
}

/** What a step would change is copied first; of several copies, the newest stays. */
function backUp(database: Database, path: string): void {
  const taken = stepsTaken(database)
  if (path === IN_MEMORY || taken === 0 || taken >= MIGRATIONS.length) return
  const [folder, prefix] = [dirname(path), `${basename(path)}.before-`]
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name))
  const copy = join(folder, `${prefix}${taken + 1}`)
  database.run('VACUUM INTO ?', copy)
  chmodSync(copy, 0o600)
}

/** How SQLite says that it may not, or can't, write. */
const UNWRITABLE = /disk is full|readonly database|disk I\/O error|unable to open database/i

/** The same, whose failures to write are `data_unwritable`. */
function toldInWords(database: Database): Database {
  const told = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      const { message } = error as Error
      if (!UNWRITABLE.test(message)) throw error
      throw new TrivetError('data_unwritable', { reason: `${message}.` }, null, { cause: error })
    }
  }
  return {
    exec: (sql) => told(() => database.exec(sql)),
    run: (sql, ...parameters) => told(() => database.run(sql, ...parameters)),
    all: (sql, ...parameters) => told(() => database.all(sql, ...parameters)),
    close: () => database.close(),
  }
}

function usableAdapter(): SqliteAdapter {
  const adapter = nodeSqlite() ?? libsql()
  if (adapter === null) throw new Error('this Node has no SQLite, and libsql has no build for this platform')
  return adapter
}
