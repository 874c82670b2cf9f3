import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Cores that compute threads may use: physical ones (two threads on one core slow each other down), no more than
 * this process is allowed by its CPU affinity and its cgroup's quota. At least 1.
 * @param root where the kernel's files lie; another folder in tests
 * @param allowed logical CPUs the process may run on
 */
export function usableCores(root = '/', allowed = os.availableParallelism()): number {
  const physical = physicalCores(path.join(root, 'sys/devices/system/cpu'))
  const quota = cgroupQuota(path.join(root, 'sys/fs/cgroup'))
  return Math.max(1, Math.min(allowed, physical ?? allowed, Math.floor(quota ?? allowed)))
}

/** Distinct sets of sibling threads; `null` where the kernel doesn't say (macOS, Windows). */
function physicalCores(folder: string): number | null {
  const siblings = new Set<string>()
  for (const name of list(folder)) {
    if (!/^cpu\d+$/.test(name)) continue
    const set = read(path.join(folder, name, 'topology/thread_siblings_list'))
    if (set !== null) siblings.add(set)
  }
  return siblings.size > 0 ? siblings.size : null
}

/** CPUs' worth of time a second: cgroup v2 `cpu.max`, else v1 `cpu.cfs_quota_us`; `null` when unlimited. */
function cgroupQuota(folder: string): number | null {
  const [quota, period] =
    read(path.join(folder, 'cpu.max'))?.split(' ').map(Number) ??
    ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) => Number(read(path.join(folder, 'cpu', name)) ?? Number.NaN))
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : null
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
