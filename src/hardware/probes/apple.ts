import type { Chip } from '../../core/machine.ts'
import { chipOf } from '../finding.ts'

/** Apple's GPU is part of the chip that the CPU is named after, and macOS always drives it. */
export function appleGpu(cpu: string | null): readonly Chip[] {
  const type = /^Apple (M\d.*)$/.exec(cpu ?? '')?.[1]
  if (type === undefined) return []
  const facts = { kind: 'gpu', vendor: 'apple', type, name: `Apple ${type} GPU`, address: null } as const
  return [chipOf({ ...facts, driver: { name: 'Metal', version: null }, memoryBytes: null, cores: null }, [])]
}
