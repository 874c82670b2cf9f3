import type { Database } from './database.ts'

/** Small things to be known after a restart, as JSON, each by its name. */
export interface Notes {
  /** `undefined`: there is none, or none that is JSON. */
  read(name: string): unknown
  write(name: string, value: unknown): void
}

export function createNotes(database: Database): Notes {
  return {
    read(name) {
      const [row] = database.all('SELECT body FROM notes WHERE name = ?', name)
      try {
        return row === undefined ? undefined : JSON.parse(String(row.body))
      } catch {
        return undefined
      }
    },
    write(name, value) {
      database.run('INSERT OR REPLACE INTO notes (name, body) VALUES (?, ?)', name, JSON.stringify(value))
    },
  }
}
