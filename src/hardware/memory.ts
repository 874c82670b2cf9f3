import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Memory in bytes. */
export interface MemoryStatus {
  /** What programs may still take without swapping: file pages that the kernel can drop count as free. */
  readonly availableBytes: number
  readonly totalBytes: number
}

/**
 * The memory that this process may use: the machine's, or its cgroup's where that is less. Of a group's own use, file
 * pages that aren't in active use count as free too.
 * @param root where the kernel's files lie; another folder in tests
 */
export function memoryStatus(root = '/'): MemoryStatus {
  const machine = machineMemory(path.join(root, 'proc/meminfo'))
  const group = cgroupMemory(path.join(root, 'sys/fs/cgroup'))
  if (group === null || group.totalBytes >= machine.totalBytes) return machine
  return { ...group, availableBytes: Math.min(group.availableBytes, machine.availableBytes) }
}

function machineMemory(file: string): MemoryStatus {
  const text = read(file)
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1] ?? Number.NaN)
  const [available, total] = [kib('MemAvailable') * 1024, kib('MemTotal') * 1024]
  return Number.isNaN(available + total)
    ? { availableBytes: os.freemem(), totalBytes: os.totalmem() }
    : { availableBytes: available, totalBytes: total }
}

/** cgroup v2, else v1; `null` where there is no limit. */
function cgroupMemory(folder: string): MemoryStatus | null {
  const v2 = number(path.join(folder, 'memory.max'))
  const [limit, used, stat] =
    v2 === null
      ? ['memory/memory.limit_in_bytes', 'memory/memory.usage_in_bytes', 'memory/memory.stat']
      : ['memory.max', 'memory.current', 'memory.stat']
  const totalBytes = number(path.join(folder, limit as string))
  const usedBytes = number(path.join(folder, used as string))
  if (totalBytes === null || usedBytes === null) return null
  const counts = read(path.join(folder, stat as string)) ?? ''
  // Of v1, `total_` is the group with all those below it, as `usage_in_bytes` is.
  const droppable = (/^total_inactive_file (\d+)$/m.exec(counts) ?? /^inactive_file (\d+)$/m.exec(counts))?.[1] ?? 0
  return { totalBytes, availableBytes: Math.max(0, totalBytes - usedBytes + Number(droppable)) }
}

/** `null` when there is no such file, or it says `max`. */
function number(file: string): number | null {
  const text = read(file)
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
