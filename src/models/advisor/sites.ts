import type { Device } from '../../core/device.ts'
import type { Cpu, MachineReport } from '../../core/machine.ts'
import { type ChipSpeed, chipSpeed } from './chip-speed.ts'
import type { Unit } from './score.ts'

/** Somewhere a model could compute. */
export interface Site extends ChipSpeed {
  /** As the engine calls it: `CPU`, `CUDA0`. */
  readonly device: string
  readonly description: string
  readonly unit: Unit
  /** Whose engine it is: only its models run there. */
  readonly platform: string
  /** Memory that models may take there now, and all that it has. */
  readonly freeBytes: number
  readonly totalBytes: number
  /** Compute threads that a model there should have; `null`: they don't matter. */
  readonly threads: number | null
}

/** Arm's cores that are there to save power: threads on them hold up those on the large ones. */
const SMALL_CORE = /Cortex-A(35|53|55|510|520)/

/** All of a machine's sites, the CPU first. */
export function sitesOf({ engines, cpu, memory }: MachineReport): readonly Site[] {
  return engines
    .filter(({ available }) => available)
    .flatMap(({ platform, devices }) => devices.map((device) => siteOf(device, platform, cpu, memory)))
    .toSorted((a, b) => Number(b.unit === 'cpu') - Number(a.unit === 'cpu'))
}

function siteOf(device: Device, platform: string, cpu: Cpu, memory: MachineReport['memory']): Site {
  const unit: Unit = device.kind === 'cpu' || device.kind === 'gpu' ? device.kind : 'npu'
  const threads = threadsFor(cpu)
  const shares = unit !== 'gpu' || device.sharesMemory === true || device.memoryBytes.total === 0
  const isWide = cpu.features.some((feature) => ['avx2', 'avx512f', 'i8mm', 'asimddp'].includes(feature))
  const description = unit === 'cpu' ? (cpu.name ?? device.description) : device.description
  return {
    ...chipSpeed(unit, description, { cores: threads, isWide, isIntegrated: shares || device.integrated === true }),
    device: device.name,
    description,
    unit,
    platform,
    freeBytes: shares ? memory.availableBytes : device.memoryBytes.free,
    totalBytes: shares ? memory.totalBytes : device.memoryBytes.total,
    threads: unit === 'cpu' ? threads : null,
  }
}

/** The large ones of different cores, where the processor's name tells them apart; else all that may be used. */
export function threadsFor({ name, cores }: Pick<Cpu, 'name' | 'cores'>): number {
  const kinds = [...(name ?? '').matchAll(/(\d+) × ([^,]+)/g)]
  const large = kinds.filter(([, , kind = '']) => !SMALL_CORE.test(kind))
  const count = large.reduce((sum, [, number]) => sum + Number(number), 0)
  return count > 0 && large.length < kinds.length ? Math.min(cores, count) : cores
}
