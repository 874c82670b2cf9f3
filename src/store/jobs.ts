import type { Database } from './database.ts'

/** A job that hasn't ended, as plain data. */
export interface KeptJob {
  readonly id: string
  /** Milliseconds since the Unix epoch. */
  readonly createdMs: number
}

/** Which process works at a job, and which of them are gone. */
export interface JobHolders {
  readonly self: string
  isGone(holder: string): boolean
}

/** Jobs under way, each with its process: what is left of one that ended before they did. */
export function createJobStore<Job extends KeptJob>(database: Database, { self, isGone }: JobHolders) {
  return {
    save(job: Job): void {
      database.run('INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?)', job.id, self, job.createdMs, JSON.stringify(job))
    },
    remove(id: string): void {
      database.run('DELETE FROM jobs WHERE id = ?', id)
    },
    orphans(): readonly Job[] {
      const rows = database.all('SELECT holder, record FROM jobs ORDER BY created_ms, id')
      return rows.filter(({ holder }) => isGone(String(holder))).map(({ record }) => JSON.parse(String(record)) as Job)
    },
  }
}
