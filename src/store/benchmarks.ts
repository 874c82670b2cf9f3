import type { BenchmarkRun } from '../core/benchmark.ts'
import type { Database } from './database.ts'

/** Benchmarks that outlive the server; the oldest go first. */
export interface BenchmarkStore {
  save(run: BenchmarkRun): void
  /** Newest first. */
  list(): readonly BenchmarkRun[]
  /** How many there were. */
  remove(id: string): number
  clear(): number
}

const KEPT = 100

export function createBenchmarkStore(database: Database): BenchmarkStore {
  return {
    save(run) {
      database.run(
        'INSERT OR REPLACE INTO benchmarks (id, created_ms, body) VALUES (?, ?, ?)',
        run.id,
        run.createdMs,
        JSON.stringify(run),
      )
      database.run(
        `DELETE FROM benchmarks WHERE sequence NOT IN (SELECT sequence FROM benchmarks ORDER BY sequence DESC LIMIT ?)`,
        KEPT,
      )
    },
    list: () =>
      database
        .all('SELECT body FROM benchmarks ORDER BY sequence DESC')
        .map(({ body }) => JSON.parse(String(body)) as BenchmarkRun),
    remove: (id) => database.run('DELETE FROM benchmarks WHERE id = ?', id),
    clear: () => database.run('DELETE FROM benchmarks'),
  }
}
