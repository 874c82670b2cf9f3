import type { Chip, KernelDriver } from '../../core/machine.ts'
import { deviceTree } from '../device-tree.ts'
import type { MachineFiles } from '../files.ts'
import { access, chipOf, type Finding, unusable } from '../finding.ts'
import { isGpu, PCI_VENDORS, type PciDevice, pciDevices, pciId } from '../pci.ts'

const JETSONS: Readonly<Record<string, string>> = {
  'nvidia,tegra194': 'Jetson Xavier',
  'nvidia,tegra234': 'Jetson Orin',
  'nvidia,tegra264': 'Jetson Thor',
}

/** GPUs on the PCI bus, with or without a display, and those of Jetson boards, which are on none. */
export function nvidia(files: MachineFiles): readonly Chip[] {
  const cards = pciDevices(files).filter((device) => device.vendor === PCI_VENDORS.nvidia && isGpu(device))
  return [...cards.map((card) => cardChip(files, card)), ...jetson(files)]
}

function cardChip(files: MachineFiles, card: PciDevice): Chip {
  const told = files.text(`proc/driver/nvidia/gpus/${card.address}/information`) ?? ''
  const model = /^Model:\s*(.+)$/m.exec(told)?.[1]
  const type = model ?? pciId(card)
  return chipOf(
    {
      kind: 'gpu',
      vendor: 'nvidia',
      type,
      name: model ?? `NVIDIA GPU ${type}`,
      address: card.address,
      driver: driverOf(files, card),
      memoryBytes: null,
      cores: null,
    },
    [driverFinding(card), card.driver === 'nvidia' ? nodeFinding(files, told) : null],
  )
}

/** The driver's own version, which decides what CUDA can be used. */
function driverOf(files: MachineFiles, { driver }: PciDevice): KernelDriver | null {
  if (driver === null) return null
  const told = files.text('proc/driver/nvidia/version') ?? ''
  const version = /Kernel Module(?: for \S+)?\s+([\d.]+)/.exec(told)?.[1] ?? null
  return { name: driver, version: driver === 'nvidia' ? version : null }
}

function driverFinding({ driver }: PciDevice): Finding | null {
  if (driver === 'nvidia') return null
  const what =
    driver === null ? 'No driver is bound to the GPU.' : `The GPU is driven by \`${driver}\`, which has no CUDA.`
  return unusable(what, "Install NVIDIA's driver.")
}

function nodeFinding(files: MachineFiles, told: string): Finding | null {
  const minor = /^Device Minor:\s*(\d+)$/m.exec(told)?.[1] ?? '0'
  return access(files, 'dev/nvidiactl') ?? access(files, `dev/nvidia${minor}`)
}

function jetson(files: MachineFiles): readonly Chip[] {
  const type = deviceTree(files, 'compatible')
    .map((one) => JETSONS[one])
    .find((name) => name !== undefined)
  if (type === undefined) return []
  const release = /R(\d+).*REVISION: ([\d.]+)/.exec(files.text('etc/nv_tegra_release') ?? '')
  const version = release === null ? null : `${release[1]}.${release[2]}`
  const nodes = ['dev/nvhost-gpu', 'dev/nvgpu/igpu0/ctrl', 'dev/nvidia0']
  const node = nodes.find((one) => files.exists(one) || files.denied(one)) ?? 'dev/nvhost-gpu'
  const driver = { name: 'nvgpu', version }
  const facts = { kind: 'gpu', vendor: 'nvidia', type, name: `${type} GPU`, address: null, driver } as const
  return [chipOf({ ...facts, memoryBytes: null, cores: null }, [access(files, node)])]
}
