import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { libsql } from './adapters/libsql.ts'
import { nodeSqlite } from './adapters/node-sqlite.ts'
import type { Database, SqliteAdapter } from './database.ts'
import { migrate } from './migrations.ts'

export const IN_MEMORY = ':memory:'

/**
 * The file, created with its folder when it isn't there, and brought to today's tables. Throws, with the reason in
 * words, when that can't be done.
 */
export function openDatabase(path: string, adapter: SqliteAdapter = usableAdapter()): Database {
  if (path !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true })
  const database = adapter.open(path)
  try {
    // Readers don't wait for the writer, and a crash of the machine may cost the last change but no more.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON',
    )
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function usableAdapter(): SqliteAdapter {
  const adapter = nodeSqlite() ?? libsql()
  if (adapter === null) throw new Error('this Node has no SQLite, and libsql has no build for this platform')
  return adapter
}
