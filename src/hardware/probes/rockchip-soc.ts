import { ROCKCHIP_SOCS } from '../../core/chips.ts'
import type { Chip, KernelDriver } from '../../core/machine.ts'
import { accelNodes } from '../accel.ts'
import { deviceTree, deviceTreeNodes } from '../device-tree.ts'
import { renderNodes } from '../drm.ts'
import type { MachineFiles } from '../files.ts'
import { access, chipOf, type Finding, unknown, unusable } from '../finding.ts'

/** With older ones, `matmul` fails in RKLLM. */
const OLDEST_DRIVER = '0.9.7'

const VENDOR_KERNEL = "Boot the board maker's kernel, which has the RKNPU driver, 0.9.7 or newer."

/** Where the driver tells its version, the second only to root. */
const VERSION_FILES = ['sys/module/rknpu/version', 'proc/rknpu/version', 'sys/kernel/debug/rknpu/version']

/**
 * The NPU inside a Rockchip SoC, which RKLLM and RKNN2 use through the vendor's driver and not through mainline's.
 * @param told what the settings say it is
 */
export function rockchipSoc(files: MachineFiles, told: string | null): readonly Chip[] {
  const found = deviceTree(files, 'compatible')
    .map(socType)
    .find((one) => one !== null)
  const type = told !== null && told in ROCKCHIP_SOCS ? told : found
  if (type === undefined) return []
  const driver = driverOf(files)
  const facts = { kind: 'npu', vendor: 'rockchip', type, name: `${type} NPU`, memoryBytes: null } as const
  return [
    chipOf(
      { ...facts, ...driver, cores: ROCKCHIP_SOCS[type] ?? null },
      findings(files, driver),
      type === found ? 'files' : 'setting',
    ),
  ]
}

/** `RK3588` of `rockchip,rk3588s2`; the RK3582 is an RK3588 with parts switched off. */
function socType(compatible: string): string | null {
  const name = /^rockchip,((?:rk|rv)\d{4}[a-z]?)/.exec(compatible)?.[1]?.toUpperCase()
  if (name === undefined) return null
  if (name.startsWith('RK3588') || name.startsWith('RK3582')) return 'RK3588'
  return Object.keys(ROCKCHIP_SOCS).find((type) => name.startsWith(type)) ?? null
}

interface Bound {
  readonly address: string | null
  readonly driver: KernelDriver | null
}

/** The kernel has bound the driver when its folder links to a device, or when the driver has made a node of its own. */
function driverOf(files: MachineFiles): Bound {
  const linked = files.list('sys/bus/platform/drivers/RKNPU').find((name) => name.endsWith('.npu'))
  const scaled = files.list('sys/class/devfreq').find((name) => name.endsWith('.npu'))
  const rendered = renderNodes(files).find(({ driver }) => driver === 'RKNPU')
  const address = linked ?? rendered?.address ?? scaled ?? null
  if (linked !== undefined || rendered !== undefined || files.exists('dev/rknpu') || files.denied('dev/rknpu'))
    return { address, driver: { name: 'RKNPU', version: versionOf(files) } }
  const rocket = accelNodes(files).find(({ driver }) => driver === 'rocket')
  return rocket === undefined
    ? { address, driver: null }
    : { address: rocket.address, driver: { name: 'rocket', version: null } }
}

/** `0.9.8`, bare or in `RKNPU driver: v0.9.8`. */
function versionOf(files: MachineFiles): string | null {
  const texts = VERSION_FILES.map((path) => files.text(path) ?? '')
  return texts.map((text) => /\d+\.\d+\.\d+/.exec(text)?.[0]).find((version) => version !== undefined) ?? null
}

function findings(files: MachineFiles, { driver }: Bound): readonly (Finding | null)[] {
  if (driver === null) return [isOff(files) ?? unusable('No driver is bound to the NPU.', VENDOR_KERNEL)]
  if (driver.name === 'rocket') {
    return [unusable("The NPU is driven by mainline's `rocket`, which RKLLM and RKNN don't work with.", VENDOR_KERNEL)]
  }
  return [versionFinding(files, driver.version), nodeFinding(files)]
}

function isOff(files: MachineFiles): Finding | null {
  const nodes = deviceTreeNodes(files).filter((name) => name.startsWith('npu@'))
  const off = nodes.some((node) => deviceTree(files, `${node}/status`)[0] === 'disabled')
  return off
    ? unusable('The NPU is switched off in the device tree.', "Switch on the board's NPU overlay, and boot anew.")
    : null
}

function versionFinding(files: MachineFiles, version: string | null): Finding | null {
  if (version !== null) {
    return isOlder(version, OLDEST_DRIVER)
      ? unusable(`The NPU's driver is ${version}; RKLLM needs ${OLDEST_DRIVER}.`, 'Update the kernel of the board.')
      : null
  }
  const closed = VERSION_FILES.find((path) => files.denied(path))
  if (closed === undefined) return null
  return unknown(
    `The version of the NPU's driver can't be read: /${closed} is closed to this user.`,
    `See that it is ${OLDEST_DRIVER} or newer: \`sudo cat /${closed}\`.`,
  )
}

/** Older kernels have one node for it; newer ones one of the graphics'. */
function nodeFinding(files: MachineFiles): Finding | null {
  const render = renderNodes(files).find(({ driver }) => driver === 'RKNPU')
  return access(files, render?.node ?? 'dev/rknpu')
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  const differing = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return differing >= 0 && (a?.[differing] ?? 0) < (b?.[differing] ?? 0)
}
