import { createRequire } from 'node:module'
import type { Database, Row, SqliteAdapter, SqlValue } from '../database.ts'

/** What is used of libsql; its own types promise more than it does. */
type LibsqlModule = new (path: string) => LibsqlDatabase

interface LibsqlDatabase {
  exec(sql: string): void
  prepare(sql: string): LibsqlStatement
  close(): void
}

interface LibsqlStatement {
  run(...parameters: readonly SqlValue[]): { readonly changes: number }
  all(...parameters: readonly SqlValue[]): Readonly<Record<string, SqlValue | ArrayBuffer>>[]
}

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
  const statements = new Map<string, LibsqlStatement>()
  const prepared = (sql: string): LibsqlStatement => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    exec: (sql) => database.exec(sql),
    run: (sql, ...parameters) => prepared(sql).run(...parameters).changes,
    all: (sql, ...parameters) =>
      prepared(sql)
        .all(...parameters)
        .map(plainRow),
    close: () => {
      // An open statement keeps the file's locks.
      statements.clear()
      database.close()
    },
  }
}

function plainRow(row: Readonly<Record<string, SqlValue | ArrayBuffer>>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof ArrayBuffer ? new Uint8Array(value) : value]),
  )
}
