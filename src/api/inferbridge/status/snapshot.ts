import { arch, platform, release, type as system } from 'node:os'
import type { MachineReport } from '../../../core/machine.ts'
import type { ModelDisk } from '../../../models/own/disk.ts'
import { fingerprint } from '../../devices/fingerprint.ts'
import { namedDevices } from '../../devices/names.ts'
import { encodeDisk, encodeHardware } from './hardware.ts'

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
