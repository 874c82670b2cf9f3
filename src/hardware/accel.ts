import type { MachineFiles } from './files.ts'

/** A node of the kernel's class of accelerators. */
export interface AccelNode {
  /** `dev/accel/accel0` */
  readonly node: string
  /** What it is of: a PCI address, or the name of a platform device. */
  readonly address: string | null
  readonly driver: string | null
}

export function accelNodes(files: MachineFiles): readonly AccelNode[] {
  return files.list('sys/class/accel').map((name) => ({
    node: `dev/accel/${name}`,
    address: files.linkName(`sys/class/accel/${name}/device`),
    driver: files.linkName(`sys/class/accel/${name}/device/driver`),
  }))
}
