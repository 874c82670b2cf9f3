import { cpus } from 'node:os'
import type { Device } from '../../core/device.ts'

/** The CPU, for runtimes that compute on it and don't tell of it. */
export function hostCpu(): Device {
  const description = cpus()[0]?.model.trim() || 'CPU'
  return { name: 'CPU', description, kind: 'cpu', memoryBytes: { free: 0, total: 0 } }
}
