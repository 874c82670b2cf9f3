import os from 'node:os'
import type { Memory } from '../core/machine.ts'
import { filesUnder, type MachineFiles, numberIn } from './files.ts'

/**
 * The memory that this process may use: the machine's, or its cgroup's where that is less. Of a group's own use, file
 * pages that aren't in active use count as free too.
 * @param root where the kernel's files lie; another folder in tests
 */
export function memoryStatus(root = '/'): Memory {
  const files = filesUnder(root)
  const machine = machineMemory(files)
  const group = cgroupMemory(files)
  if (group === null || group.totalBytes >= machine.totalBytes) return machine
  return { ...group, availableBytes: Math.min(group.availableBytes, machine.availableBytes) }
}

function machineMemory(files: MachineFiles): Memory {
  const text = files.text('proc/meminfo')
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1] ?? Number.NaN)
  const [available, total] = [kib('MemAvailable') * 1024, kib('MemTotal') * 1024]
  return Number.isNaN(available + total)
    ? { availableBytes: os.freemem(), totalBytes: os.totalmem(), limit: 'machine' }
    : { availableBytes: available, totalBytes: total, limit: 'machine' }
}

/** cgroup v2, else v1; `null` where there is no limit. */
function cgroupMemory(files: MachineFiles): Memory | null {
  const at = (name: string) => `sys/fs/cgroup/${name}`
  const [limit, used, stat] =
    numberIn(files, at('memory.max')) === null
      ? [at('memory/memory.limit_in_bytes'), at('memory/memory.usage_in_bytes'), at('memory/memory.stat')]
      : [at('memory.max'), at('memory.current'), at('memory.stat')]
  const totalBytes = numberIn(files, limit)
  const usedBytes = numberIn(files, used)
  if (totalBytes === null || usedBytes === null) return null
  const counts = files.text(stat) ?? ''
  // Of v1, `total_` is the group with all those below it, as `usage_in_bytes` is.
  const droppable = (/^total_inactive_file (\d+)$/m.exec(counts) ?? /^inactive_file (\d+)$/m.exec(counts))?.[1] ?? 0
  return { totalBytes, availableBytes: Math.max(0, totalBytes - usedBytes + Number(droppable)), limit: 'cgroup' }
}
