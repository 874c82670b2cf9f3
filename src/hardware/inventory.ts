import type { Chip, Inventory } from '../core/machine.ts'
import { cpuOf } from './cpu.ts'
import { deviceTree } from './device-tree.ts'
import { filesUnder, type MachineFiles } from './files.ts'
import { librariesIn } from './libraries.ts'
import { memoryStatus } from './memory.ts'
import { appleGpu } from './probes/apple.ts'
import { armGpu } from './probes/arm-gpu.ts'
import { nvidia } from './probes/nvidia.ts'
import { pcNpus } from './probes/pc-npu.ts'
import { pciGpus } from './probes/pci-gpu.ts'
import { qualcomm } from './probes/qualcomm.ts'
import { rockchipCards } from './probes/rockchip-card.ts'
import { rockchipSoc } from './probes/rockchip-soc.ts'

/**
 * Looks at a machine's files, and at nothing else: no program is run, no device opened.
 * @param chip what the settings say is here (one of `NAMED_CHIPS`); `null`: nothing
 * @param root where the files lie; another folder in tests
 */
export function inventoryOf(chip: string | null = null, root = '/'): Inventory {
  const files = filesUnder(root)
  const cpu = cpuOf(root)
  return {
    board: boardOf(files),
    cpu,
    memory: memoryStatus(root),
    chips: [...chipsOf(files, chip), ...appleGpu(cpu.name)],
    libraries: librariesIn(files),
  }
}

/** NPUs first. */
export function chipsOf(files: MachineFiles, told: string | null): readonly Chip[] {
  const npus = [rockchipSoc(files, told), rockchipCards(files, told), qualcomm(files, told), pcNpus(files)]
  const gpus = [nvidia(files), pciGpus(files), armGpu(files)]
  return [...npus, ...gpus].flat()
}

/** As the device tree says it, or a PC's firmware; `null`: neither does. */
function boardOf(files: MachineFiles): string | null {
  const model = deviceTree(files, 'model')[0] ?? files.text('sys/class/dmi/id/product_name')
  return model || null
}
