import { type MachineFiles, numberIn } from './files.ts'

/** A device of the PCI bus, as sysfs tells it. */
export interface PciDevice {
  /** `0000:01:00.0` */
  readonly address: string
  readonly vendor: number
  readonly device: number
  /** Six hex digits: class, subclass, interface. */
  readonly class: number
  readonly revision: number
  /** `null`: none is bound to it. */
  readonly driver: string | null
  readonly folder: string
}

export const PCI_VENDORS = {
  amd: 0x1002,
  amdCpu: 0x1022,
  intel: 0x8086,
  nvidia: 0x10de,
  qualcomm: 0x17cb,
  rockchip: 0x1d87,
}

export function pciDevices(files: MachineFiles): readonly PciDevice[] {
  return files.list('sys/bus/pci/devices').map((address) => {
    const folder = `sys/bus/pci/devices/${address}`
    const number = (name: string) => numberIn(files, `${folder}/${name}`) ?? 0
    return {
      address,
      vendor: number('vendor'),
      device: number('device'),
      class: number('class'),
      revision: number('revision'),
      driver: files.linkName(`${folder}/driver`),
      folder,
    }
  })
}

/** VGA controllers, 3D controllers and other displays. */
export function isGpu({ class: code }: PciDevice): boolean {
  return [0x0300, 0x0302, 0x0380].includes(code >> 8)
}

/** `8086:7d55` */
export function pciId({ vendor, device }: PciDevice): string {
  return [vendor, device].map((number) => number.toString(16).padStart(4, '0')).join(':')
}

/** Version of a kernel module, where it has one of its own. */
export function moduleVersion(files: MachineFiles, name: string): string | null {
  return files.text(`sys/module/${name}/version`)
}
