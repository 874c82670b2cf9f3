import { createHash } from 'node:crypto'
import { arch, platform, release, type as system } from 'node:os'
import type { MachineReport } from '../../../core/machine.ts'
import type { ModelDisk } from '../../../models/own/disk.ts'
import { namedDevices } from '../../devices/names.ts'
import { encodeDisk, encodeHardware } from './hardware.ts'

const FINGERPRINT_DIGITS = 16

/** The whole machine, as InferBridge's advisor tells it. */
export function hardwareSnapshot(report: MachineReport, disk: ModelDisk, nowMs: number) {
  const { memory, gpu } = encodeHardware(report, 0)
  const { total_gb, free_gb } = encodeDisk(disk, [])
  const devices = namedDevices(report.engines).map(({ name, device }) => ({
    device: name,
    base: name.split('.')[0] ?? name,
    full_name: device.description,
  }))
  return {
    generated_at: new Date(nowMs).toISOString(),
    os: { system: system(), release: release(), version: platform() },
    cpu: { name: report.cpu.name, architecture: arch(), physical_cores: report.cpu.cores },
    memory,
    disk: { total_gb, free_gb },
    gpu,
    devices,
    available_devices: devices.map(({ device }) => device),
    runtime: { openvino: null, openvino_genai: null, mock: false },
    engines: report.engines.flatMap(({ platform: name, available }) => (available ? [name] : [])),
    fingerprint: fingerprint(report),
  }
}

export type Snapshot = ReturnType<typeof hardwareSnapshot>

/** Another whenever what was found out about this machine may no longer hold. */
export function fingerprint({ cpu, memory, engines }: MachineReport): string {
  const devices = namedDevices(engines).map(({ name, device }) => [name, device.description])
  const facts = JSON.stringify([cpu.name, cpu.cores, memory.totalBytes, devices])
  return createHash('sha256').update(facts).digest('hex').slice(0, FINGERPRINT_DIGITS)
}
