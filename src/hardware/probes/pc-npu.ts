import type { Chip, Vendor } from '../../core/machine.ts'
import { accelNodes } from '../accel.ts'
import type { MachineFiles } from '../files.ts'
import { access, chipOf, unusable } from '../finding.ts'
import { moduleVersion, PCI_VENDORS, type PciDevice, pciDevices } from '../pci.ts'

/** By PCI id: Intel's, a generation each. */
const INTEL: Readonly<Record<number, string>> = {
  32029: 'Meteor Lake',
  44317: 'Arrow Lake',
  25662: 'Lunar Lake',
  45118: 'Panther Lake',
  64830: 'Wildcat Lake',
  55069: 'Nova Lake',
}

/** AMD's second id is told apart by its revision. */
const AMD_PHOENIX = 0x1502
const AMD_STRIX = 0x17f0
const AMD_REVISIONS: Readonly<Record<number, string>> = { 16: 'Strix Halo', 17: 'Strix Halo', 32: 'Krackan' }

interface Npu {
  readonly vendor: Vendor
  readonly type: string
  readonly name: string
  /** What should drive it, and since which Linux. */
  readonly driver: string
  readonly since: string
}

/** NPUs of Intel's and AMD's processors, which are devices of the PCI bus. */
export function pcNpus(files: MachineFiles): readonly Chip[] {
  return pciDevices(files).flatMap((device) => {
    const npu = npuOf(device)
    return npu === null ? [] : [chipAt(files, device, npu)]
  })
}

function npuOf({ vendor, device, revision }: PciDevice): Npu | null {
  if (vendor === PCI_VENDORS.intel && INTEL[device] !== undefined) {
    return {
      vendor: 'intel',
      type: INTEL[device],
      name: `Intel NPU (${INTEL[device]})`,
      driver: 'intel_vpu',
      since: '6.3',
    }
  }
  if (vendor !== PCI_VENDORS.amdCpu || (device !== AMD_PHOENIX && device !== AMD_STRIX)) return null
  const type = device === AMD_PHOENIX ? 'Phoenix' : (AMD_REVISIONS[revision] ?? 'Strix Point')
  return { vendor: 'amd', type, name: `AMD NPU (${type})`, driver: 'amdxdna', since: '6.14' }
}

function chipAt(files: MachineFiles, { address, driver }: PciDevice, npu: Npu): Chip {
  const node = accelNodes(files).find((one) => one.address === address)?.node ?? 'dev/accel/accel0'
  const unbound = unusable(
    'No driver is bound to the NPU.',
    `Load \`${npu.driver}\`, which Linux has from ${npu.since} on, and install its firmware.`,
  )
  return chipOf(
    {
      kind: 'npu',
      vendor: npu.vendor,
      type: npu.type,
      name: npu.name,
      address,
      driver: driver === null ? null : { name: driver, version: moduleVersion(files, driver) },
      memoryBytes: null,
      cores: null,
    },
    [driver === null ? unbound : access(files, node)],
  )
}
