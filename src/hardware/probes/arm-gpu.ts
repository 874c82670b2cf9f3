import type { Chip } from '../../core/machine.ts'
import { renderNodes } from '../drm.ts'
import type { MachineFiles } from '../files.ts'
import { access, chipOf } from '../finding.ts'

/** Mali, by Arm's own driver or by one of mainline's two. */
export function armGpu(files: MachineFiles): readonly Chip[] {
  const render = renderNodes(files).find(({ driver }) => driver === 'panthor' || driver === 'panfrost')
  const own = files.exists('dev/mali0') || files.denied('dev/mali0')
  if (render === undefined && !own) return []
  const facts = { kind: 'gpu', vendor: 'arm', type: 'Mali', name: 'Mali GPU', memoryBytes: null, cores: null } as const
  const driver = { name: render?.driver ?? 'mali', version: null }
  return [chipOf({ ...facts, address: render?.address ?? null, driver }, [access(files, render?.node ?? 'dev/mali0')])]
}
