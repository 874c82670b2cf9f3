import type { UnitKind } from './compute/compute.ts'
import type { Availability } from './device.ts'
import type { EnergyReading } from './energy.ts'

/** What this machine is, told by its files. Plain data. */
export interface Inventory {
  /** The board or the computer, by its maker's name; `null`: it doesn't say. */
  readonly board: string | null
  readonly cpu: Cpu
  readonly memory: Memory
  /** Whatever computes besides the CPU. */
  readonly chips: readonly Chip[]
  /** What chips' makers give for programs to open, as far as it is where it is usually put. */
  readonly libraries: readonly Library[]
}

export interface Library {
  /** `librkllmrt.so` */
  readonly name: string
  /** What can't be had without it. */
  readonly platform: string
  /** `null`: it is in none of the usual places. */
  readonly path: string | null
  /** How to get it. */
  readonly fix: string
}

export interface Cpu {
  /** `null`: unknown. */
  readonly name: string | null
  /** As Node calls it: `x64`, `arm64`. */
  readonly architecture: string
  /** Cores that compute threads may use: physical ones, within affinity and cgroup. */
  readonly cores: number
  /** Instructions that matter for speed: `avx2`, `i8mm`. */
  readonly features: readonly string[]
}

/** What this process may use, in bytes. */
export interface Memory {
  readonly totalBytes: number
  /** What programs may still take without swapping: file pages that the kernel can drop count as free. */
  readonly availableBytes: number
  /** What sets the total. */
  readonly limit: 'machine' | 'cgroup'
}

export interface Chip {
  readonly kind: Exclude<UnitKind, 'cpu'>
  readonly vendor: Vendor
  /** What it is called where models are made for it: `RK3588`, `QCS8275`, `Meteor Lake`. */
  readonly type: string
  /** For people. */
  readonly name: string
  /** On its bus: `0000:01:00.0`, `fdab0000.npu`; `null`: it has none. */
  readonly address: string | null
  /** Of the kernel; `null`: none is bound to it. */
  readonly driver: KernelDriver | null
  /** Its own memory; `null`: it has none, or none that files tell of. */
  readonly memoryBytes: number | null
  /** Compute cores; `null`: unknown. */
  readonly cores: number | null
  /** `ready`: nothing in the way, as far as files tell. `unknown`: what would tell may not be read. */
  readonly state: 'ready' | 'unusable' | 'unknown'
  readonly problems: readonly Problem[]
  /** `setting`: nothing here tells of it but `hardware.chip`. */
  readonly source: 'files' | 'setting'
}

export type Vendor = 'amd' | 'apple' | 'arm' | 'intel' | 'nvidia' | 'qualcomm' | 'rockchip'

export interface KernelDriver {
  readonly name: string
  /** `null`: it doesn't say. */
  readonly version: string | null
}

/** In words: what is wrong, and what to do. */
export interface Problem {
  readonly what: string
  readonly fix: string
}

/** An engine of this build, asked whether it works here. */
export interface EngineReport extends Availability {
  readonly platform: string
  /** What is wrong with where the settings say its runtime is, in words; empty, or absent: nothing. */
  readonly misplaced?: string
}

/** A runtime that models are made for, whether or not this build has an engine for it. */
export interface PlatformStatus {
  readonly id: string
  readonly name: string
  readonly available: boolean
  /** Why not; empty when available. */
  readonly reason: string
  /** By type, those here that it computes on. */
  readonly chips: readonly { readonly type: string; readonly count: number }[]
}

/** All of it. */
export interface MachineReport extends Inventory {
  readonly engines: readonly EngineReport[]
  readonly platforms: readonly PlatformStatus[]
}

/** Looks at the machine, anew each time but for what takes long. Never rejects. */
export interface Machine {
  report(): Promise<MachineReport>
  /** What it has taken by now, as far as files tell: empty where none does. */
  energy(): EnergyReading
}
