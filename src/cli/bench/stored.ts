import type { BenchmarkRun } from '../../core/benchmark.ts'
import { TrivetError } from '../../core/errors.ts'
import { type BenchmarkStore, createBenchmarkStore } from '../../store/benchmarks.ts'
import { openDatabase } from '../../store/open.ts'
import { storePath } from '../open-store.ts'

const LATEST = 'latest'

/** The benchmarks of Trivet's folder of data, as servers and this command keep them. */
export function withBenchmarks<Result>(use: (store: BenchmarkStore) => Result): Result {
  const database = openDatabase(storePath(process.env))
  try {
    return use(createBenchmarkStore(database))
  } finally {
    database.close()
  }
}

/** Two runs by id, or `latest`. Throws `benchmark_not_found`. */
export function keptRuns([first = '', second = '']: readonly string[]): readonly [BenchmarkRun, BenchmarkRun] {
  const runs = withBenchmarks((store) => store.list())
  const find = (id: string): BenchmarkRun => {
    const run = id === LATEST ? runs[0] : runs.find((each) => each.id === id)
    if (run === undefined) throw new TrivetError('benchmark_not_found', { id })
    return run
  }
  return [find(first), find(second)]
}
