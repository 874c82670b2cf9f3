import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { processExists } from '../../core/process-exists.ts'

/** Who holds a lock. */
export interface Holder {
  readonly pid: number
  readonly host: string
  /** Tells a process from a later one of the same number; empty where the system doesn't say. */
  readonly started: string
}

export const holderSchema = z.object({ pid: z.int(), host: z.string(), started: z.string() })

/** What is known of processes. */
export interface Processes {
  readonly self: Holder
  /** `unknown`: it runs on another machine, or in another container. */
  life(holder: Holder): 'alive' | 'dead' | 'unknown'
}

export function systemProcesses(): Processes {
  const self = { pid: process.pid, host: hostname(), started: startOf(process.pid) }
  return {
    self,
    life({ pid, host, started }) {
      if (host !== self.host) return 'unknown'
      if (!processExists(pid)) return 'dead'
      return started === startOf(pid) ? 'alive' : 'dead'
    },
  }
}

export function describeHolder({ pid, host }: Holder, self: Holder): string {
  if (host !== self.host) return `Process ${pid} on ${host}`
  return pid === self.pid ? 'This server' : `Process ${pid}`
}

/** Field 22 of /proc/PID/stat, the start in ticks since boot; counted after the name, which may hold anything. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
