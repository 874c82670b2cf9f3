import { createRequire } from 'node:module'
import type { Database, Row, SqliteAdapter, SqlValue } from '../database.ts'
import { type RawDatabase, type RawStatement, Statements } from './statements.ts'

/** What is used of libsql; its own types promise more than it does. */
type LibsqlModule = new (path: string) => LibsqlDatabase

type LibsqlDatabase = RawDatabase<RawStatement<number, LibsqlRow>>
type LibsqlRow = Readonly<Record<string, SqlValue | ArrayBuffer>>

/** SQLite as libsql brings it, prebuilt, for a Node without; `null` where it has no build for this platform. */
export function libsql(): SqliteAdapter | null {
  try {
    const Libsql = createRequire(import.meta.url)('libsql') as LibsqlModule
    return { name: 'libsql', open: (path) => adapt(new Libsql(path)) }
  } catch {
    return null
  }
}

function adapt(database: LibsqlDatabase): Database {
  const statements = new Statements(database)
  return {
    exec: (sql) => database.exec(sql),
    run: (sql, ...parameters) => statements.of(sql).run(...parameters).changes,
    all: (sql, ...parameters) =>
      statements
        .of(sql)
        .all(...parameters)
        .map(plainRow),
    close: () => {
      // An open statement keeps the file's locks.
      statements.forget()
      database.close()
    },
  }
}

function plainRow(row: LibsqlRow): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof ArrayBuffer ? new Uint8Array(value) : value]),
  )
}
