import type { Database, Row, SqliteAdapter, SqlValue } from '../database.ts'

/** What is used of `node:sqlite`, which Node 20 has neither as a module nor as types. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NodeDatabase
}

interface NodeDatabase {
  exec(sql: string): void
  prepare(sql: string): NodeStatement
  close(): void
}

interface NodeStatement {
  run(...parameters: readonly SqlValue[]): { readonly changes: number | bigint }
  all(...parameters: readonly SqlValue[]): Row[]
}

/** SQLite as Node itself has it, from 22.13 on; `null` before. */
export function nodeSqlite(): SqliteAdapter | null {
  const module = process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined
  if (module === undefined) return null
  return { name: 'node:sqlite', open: (path) => adapt(new module.DatabaseSync(path)) }
}

function adapt(database: NodeDatabase): Database {
  const statements = new Map<string, NodeStatement>()
  const prepared = (sql: string): NodeStatement => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    exec: (sql) => database.exec(sql),
    run: (sql, ...parameters) => Number(prepared(sql).run(...parameters).changes),
    all: (sql, ...parameters) => prepared(sql).all(...parameters),
    close: () => database.close(),
  }
}
