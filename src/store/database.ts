/** What SQLite keeps. Bytes come back as they went in. */
export type SqlValue = string | number | null | Uint8Array
export type Row = Readonly<Record<string, SqlValue>>

/** One open SQLite database, whichever library opened it. Calls are synchronous; what they throw is the library's. */
export interface Database {
  /** Several statements without parameters. */
  exec(sql: string): void
  /** One statement that changes rows; returns how many. */
  run(sql: string, ...parameters: readonly SqlValue[]): number
  /** One statement that finds rows. */
  all(sql: string, ...parameters: readonly SqlValue[]): readonly Row[]
  close(): void
}

/** A library that opens SQLite files. */
export interface SqliteAdapter {
  readonly name: 'node:sqlite' | 'libsql'
  /** Opens or creates the file; `:memory:` is a database that ends with the process. */
  open(path: string): Database
}

/** All of `work`, or, when it throws, none of it. */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    undo(database)
    throw error
  }
}

/** On a full disk SQLite has done so itself, and would complain of a second time. */
function undo(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {}
}
