import { requestJson } from './request.ts'

export interface Chip {
  readonly kind: 'gpu' | 'npu'
  readonly vendor: string
  readonly type: string
  readonly name: string
  readonly address: string | null
  readonly driver: { readonly name: string; readonly version: string | null } | null
  readonly memory_bytes: number | null
  readonly cores: number | null
  readonly state: 'ready' | 'unusable' | 'unknown'
  readonly problems: readonly { readonly problem: string; readonly fix: string }[]
}

export interface Engine {
  readonly platform: string
  readonly available: boolean
  readonly version: string
  readonly reason: string
  readonly devices: readonly {
    readonly name: string
    readonly description: string
    readonly kind: 'cpu' | 'gpu' | 'npu' | 'accelerator'
    readonly memory: { readonly free_bytes: number; readonly total_bytes: number } | null
  }[]
}

export interface Machine {
  readonly board: string | null
  readonly cpu: {
    readonly name: string | null
    readonly architecture: string
    readonly cores: number
    readonly features: readonly string[]
  }
  readonly memory: {
    readonly total_bytes: number
    readonly available_bytes: number
    readonly limit: 'machine' | 'cgroup'
  }
  readonly chips: readonly Chip[]
  readonly engines: readonly Engine[]
}

export interface Platform {
  readonly id: string
  readonly display_name: string
  readonly available: boolean
  readonly reason?: string
  readonly detected_chips: readonly { readonly chip_type: string; readonly count: number }[]
}

export async function readMachine(signal: AbortSignal): Promise<{ machine: Machine; platforms: readonly Platform[] }> {
  const [machine, { platforms }] = await Promise.all([
    requestJson<Machine>('v1/devices', { signal }),
    requestJson<{ platforms: readonly Platform[] }>('v1/platforms', { signal }),
  ])
  return { machine, platforms }
}
