import type { Database, Row, SqliteAdapter } from '../database.ts'
import { type RawDatabase, type RawStatement, Statements } from './statements.ts'

/** What is used of `node:sqlite`, which Node 20 has neither as a module nor as types. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NodeDatabase
}

type NodeDatabase = RawDatabase<RawStatement<number | bigint, Row>>

/** SQLite as Node itself has it, from 22.13 on; `null` before. */
export function nodeSqlite(): SqliteAdapter | null {
  const module = process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined
  if (module === undefined) return null
  return { name: 'node:sqlite', open: (path) => adapt(new module.DatabaseSync(path)) }
}

function adapt(database: NodeDatabase): Database {
  const statements = new Statements(database)
  return {
    exec: (sql) => database.exec(sql),
    run: (sql, ...parameters) => Number(statements.of(sql).run(...parameters).changes),
    all: (sql, ...parameters) => statements.of(sql).all(...parameters),
    close: () => database.close(),
  }
}
