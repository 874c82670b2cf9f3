import type { SqlValue } from '../database.ts'

/** What is used of a database, whoever brings it. */
export interface RawDatabase<Statement> {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

/** `Changes`: how their number is told; `Row`: what a row comes as. */
export interface RawStatement<Changes, Row> {
  run(...parameters: readonly SqlValue[]): { readonly changes: Changes }
  all(...parameters: readonly SqlValue[]): Row[]
}

/** A database's statements, each prepared once. */
export class Statements<Statement> {
  readonly #database: RawDatabase<Statement>
  readonly #prepared = new Map<string, Statement>()

  constructor(database: RawDatabase<Statement>) {
    this.#database = database
  }

  of(sql: string): Statement {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }

  forget(): void {
    this.#prepared.clear()
  }
}
