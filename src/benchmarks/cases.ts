import type { BenchmarkCase, BenchmarkSettings } from '../core/benchmark.ts'

/** Every way of asking that the settings name: each prompt size with each number of answers side by side. */
export function casesOf({ promptTokens, concurrency, maxTokens }: BenchmarkSettings): readonly BenchmarkCase[] {
  const sizes = promptTokens.length === 0 ? [null] : promptTokens
  return sizes.flatMap((size) => concurrency.map((number) => ({ promptTokens: size, concurrency: number, maxTokens })))
}
