import type { BenchmarkResult, BenchmarkRun } from '../../core/benchmark.ts'
import { TrivetError } from '../../core/errors.ts'
import type { BenchmarkQuery } from './schema.ts'

/**
 * The page of runs that a query asks for, each with those of its results that fit; runs without any are left out. Throws
 * `invalid_value` where none has the id to go on after.
 */
export function selectRuns(
  runs: readonly BenchmarkRun[],
  query: BenchmarkQuery,
): { readonly runs: readonly BenchmarkRun[]; readonly hasMore: boolean } {
  const { occasion, hardware, limit, after } = query
  const place = after === undefined ? -1 : runs.findIndex(({ id }) => id === after)
  if (after !== undefined && place < 0) {
    throw new TrivetError('invalid_value', { reason: `\`after\` names no benchmark that is kept: ${after}.` }, 'after')
  }
  const later = runs.slice(place + 1)
  const found = later
    .filter((run) => occasion === undefined || run.occasion === occasion)
    .filter((run) => hardware === undefined || run.hardware.fingerprint === hardware)
    .map((run) => ({ ...run, results: run.results.filter((result) => fits(result, query)) }))
    .filter(({ results }) => results.length > 0)
  return { runs: found.slice(0, limit), hasMore: found.length > limit }
}

function fits(result: BenchmarkResult, { model, device, success }: BenchmarkQuery): boolean {
  return (
    (model === undefined || result.model === model) &&
    (device === undefined || result.device.toLowerCase() === device.toLowerCase()) &&
    (success === undefined || (result.measure !== null) === (success === 'true'))
  )
}
