import os from 'node:os'
import { filesUnder, type MachineFiles } from './files.ts'

/**
 * Cores that compute threads may use: physical ones (two threads on one core slow each other down), no more than
 * this process is allowed by its CPU affinity and its cgroup's quota. At least 1.
 * @param root where the kernel's files lie; another folder in tests
 * @param allowed logical CPUs the process may run on
 */
export function usableCores(root = '/', allowed = os.availableParallelism()): number {
  const files = filesUnder(root)
  const physical = physicalCores(files)
  const quota = cgroupQuota(files)
  return Math.max(1, Math.min(allowed, physical ?? allowed, Math.floor(quota ?? allowed)))
}

/** Distinct sets of sibling threads; `null` where the kernel doesn't say (macOS, Windows). */
function physicalCores(files: MachineFiles): number | null {
  const cpus = files.list('sys/devices/system/cpu').filter((name) => /^cpu\d+$/.test(name))
  const sets = cpus.map((name) => files.text(`sys/devices/system/cpu/${name}/topology/thread_siblings_list`))
  const siblings = new Set(sets.filter((set) => set !== null))
  return siblings.size > 0 ? siblings.size : null
}

/** CPUs' worth of time a second: cgroup v2 `cpu.max`, else v1 `cpu.cfs_quota_us`; `null` when unlimited. */
function cgroupQuota(files: MachineFiles): number | null {
  const [quota, period] =
    files.text('sys/fs/cgroup/cpu.max')?.split(' ').map(Number) ??
    ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) =>
      Number(files.text(`sys/fs/cgroup/cpu/${name}`) ?? Number.NaN),
    )
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : null
}
