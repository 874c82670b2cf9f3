import type { Chip } from '../../core/machine.ts'
import { renderNodes } from '../drm.ts'
import { type MachineFiles, numberIn } from '../files.ts'
import { access, chipOf, type Finding, unusable } from '../finding.ts'
import { isGpu, moduleVersion, PCI_VENDORS, type PciDevice, pciDevices, pciId } from '../pci.ts'

/** GPUs of Intel and AMD, on the PCI bus even where they are part of the processor. */
export function pciGpus(files: MachineFiles): readonly Chip[] {
  return pciDevices(files)
    .filter(isGpu)
    .flatMap((device) => {
      if (device.vendor === PCI_VENDORS.intel) return [intelGpu(files, device)]
      return device.vendor === PCI_VENDORS.amd ? [amdGpu(files, device)] : []
    })
}

function intelGpu(files: MachineFiles, device: PciDevice): Chip {
  const facts = { vendor: 'intel', type: pciId(device), name: `Intel GPU ${pciId(device)}`, memoryBytes: null } as const
  return chipOf({ ...common(files, device), ...facts }, [nodeFinding(files, device, 'i915` or `xe')])
}

function amdGpu(files: MachineFiles, device: PciDevice): Chip {
  const type = graphicsVersion(files, device) ?? pciId(device)
  const memoryBytes = numberIn(files, `${device.folder}/mem_info_vram_total`)
  const rocm = files.denied('dev/kfd') ? access(files, 'dev/kfd') : null
  return chipOf({ ...common(files, device), vendor: 'amd', type, name: `AMD GPU ${type}`, memoryBytes }, [
    nodeFinding(files, device, 'amdgpu'),
    rocm,
  ])
}

function common(files: MachineFiles, { address, driver }: PciDevice) {
  const bound = driver === null ? null : { name: driver, version: moduleVersion(files, driver) }
  return { kind: 'gpu', address, driver: bound, cores: null } as const
}

function nodeFinding(files: MachineFiles, { address, driver }: PciDevice, wanted: string): Finding | null {
  if (driver === null) return unusable('No driver is bound to the GPU.', `Load \`${wanted}\`.`)
  const node = renderNodes(files).find((one) => one.address === address)?.node
  return access(files, node ?? 'dev/dri/renderD128')
}

const TOPOLOGY = 'sys/class/kfd/kfd/topology/nodes'

/** `gfx1151`, as ROCm's builds are made for; `null` where its kernel part doesn't know the GPU. */
function graphicsVersion(files: MachineFiles, device: PciDevice): string | null {
  for (const node of files.list(TOPOLOGY)) {
    const properties = files.text(`${TOPOLOGY}/${node}/properties`) ?? ''
    const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(properties)?.[1] ?? 0)
    if (value('simd_count') === 0 || value('device_id') !== device.device) continue
    const version = value('gfx_target_version')
    const [major, minor, stepping] = [Math.floor(version / 10000), Math.floor(version / 100) % 100, version % 100]
    return `gfx${major}${minor.toString(16)}${stepping.toString(16)}`
  }
  return null
}
