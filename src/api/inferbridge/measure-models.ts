import { performance } from 'node:perf_hooks'
import { type BenchmarkOrder, runBenchmark } from '../../benchmarks/run.ts'
import type { BenchmarkRun } from '../../core/benchmark.ts'
import type { Services } from '../services.ts'

/** Where nobody gives another. */
export const BENCHMARK_PROMPT = 'Explain in a few sentences how a bicycle stays upright while it is ridden.'

/** Measures, and keeps what came of it under an id of InferBridge's kind. Rejects with `request_cancelled`. */
export async function measureModels(
  { benchmarks, scheduler, clock, machine, newId }: Services,
  order: BenchmarkOrder,
  signal: AbortSignal,
): Promise<BenchmarkRun> {
  const { cpu, memory } = await machine.report()
  const hardware = { cpu: cpu.name, cores: cpu.cores, memoryBytes: memory.totalBytes }
  const at = new Date(clock.now()).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  const id = `bench-${at}-${newId('x-').slice(2, 10)}`
  const run = await runBenchmark(order, { scheduler, clock, ticks: performance, id, hardware }, signal)
  benchmarks.save(run)
  return run
}
