import { performance } from 'node:perf_hooks'
import { type BenchmarkOrder, type BenchmarkStep, runBenchmark } from '../../benchmarks/run.ts'
import type { BenchmarkRun } from '../../core/benchmark.ts'
import type { MachineReport } from '../../core/machine.ts'
import type { BenchmarkStore } from '../../store/benchmarks.ts'
import { fingerprint } from '../devices/fingerprint.ts'
import type { Services } from '../services.ts'

/** What measuring needs of the server. */
export interface MeasuringServices extends Pick<Services, 'scheduler' | 'clock' | 'machine' | 'newId' | 'version'> {
  readonly benchmarks: Pick<BenchmarkStore, 'save'>
}

export interface MeasuringNotes {
  /** Default: asked. */
  readonly occasion?: BenchmarkRun['occasion']
  readonly onStep?: (step: BenchmarkStep) => void
}

/** Measures, and keeps what came of it under an id of InferBridge's kind. Rejects with `request_cancelled`. */
export async function measureModels(
  { benchmarks, scheduler, clock, machine, newId, version }: MeasuringServices,
  order: BenchmarkOrder,
  signal: AbortSignal,
  { occasion = 'asked', onStep }: MeasuringNotes = {},
): Promise<BenchmarkRun> {
  const hardware = hardwareOf(await machine.report())
  const at = new Date(clock.now()).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  const id = `bench-${at}-${newId('x-').slice(2, 10)}`
  const known = { id, occasion, version, hardware, ...(onStep && { onStep }) }
  const tools = { scheduler, clock, ticks: performance, energy: () => machine.energy(), ...known }
  const run = await runBenchmark(order, tools, signal)
  benchmarks.save(run)
  return run
}

/** What of a machine tells whether measurements compare. */
export function hardwareOf(report: MachineReport): BenchmarkRun['hardware'] {
  const { board, cpu, memory, chips } = report
  return {
    fingerprint: fingerprint(report),
    board,
    cpu: cpu.name,
    architecture: cpu.architecture,
    cores: cpu.cores,
    memoryBytes: memory.totalBytes,
    chips: chips.map(({ name }) => name),
  }
}
