import type { Inventory } from '../core/machine.ts'
import { cpuOf } from './cpu.ts'
import { filesUnder, type MachineFiles } from './files.ts'
import { memoryStatus } from './memory.ts'

/**
 * Looks at a machine's files, and at nothing else: no program is run, no device opened.
 * @param root where they lie; another folder in tests
 */
export function inventoryOf(root = '/'): Inventory {
  const files = filesUnder(root)
  return { board: boardOf(files), cpu: cpuOf(root), memory: memoryStatus(root), chips: [] }
}

/** As the device tree says it, or a PC's firmware; `null`: neither does. */
function boardOf(files: MachineFiles): string | null {
  const model = files.text('proc/device-tree/model') ?? files.text('sys/class/dmi/id/product_name')
  return model?.replace(/\0+$/, '') || null
}
