import type { z } from 'zod'
import { OPENVINO_EXAMPLES } from '../../core/compute/openvino.ts'
import type { Device } from '../../core/device.ts'
import type { Chip, MachineReport, PlatformStatus } from '../../core/machine.ts'
import { namedDevices } from './names.ts'
import type { devicesSchema, platformsSchema } from './schema.ts'
import { suggestDevices } from './suggestions.ts'

type Devices = z.infer<typeof devicesSchema>

export function encodeDevices({ board, cpu, memory, chips, libraries, engines }: MachineReport): Devices {
  const named = namedDevices(engines)
  const available = named.map(({ name }) => name)
  return {
    default_device: 'AUTO',
    available,
    devices: named.map(({ name, device }) => ({ device: name, full_name: device.description || device.name })),
    suggestions: [...suggestDevices(available)],
    supported_examples: [...OPENVINO_EXAMPLES],
    board,
    cpu: { ...cpu, features: [...cpu.features] },
    memory: { total_bytes: memory.totalBytes, available_bytes: memory.availableBytes, limit: memory.limit },
    chips: chips.map(encodeChip),
    libraries: libraries.map(({ name, platform, path }) => ({ name, platform, path })),
    engines: engines.map(({ platform, available, version, reason, devices }) => ({
      platform,
      available,
      version,
      reason,
      devices: devices.map(encodeDevice),
    })),
  }
}

function encodeChip({ memoryBytes, problems, ...chip }: Chip): Devices['chips'][number] {
  return {
    ...chip,
    memory_bytes: memoryBytes,
    problems: problems.map(({ what, fix }) => ({ problem: what, fix })),
  }
}

function encodeDevice({ name, description, kind, memoryBytes: { free, total } }: Device) {
  return { name, description, kind, memory: total > 0 ? { free_bytes: free, total_bytes: total } : null }
}

/** As LlamaPi has them, with the reason for whoever wants to know. */
export function encodePlatforms(platforms: readonly PlatformStatus[]): z.infer<typeof platformsSchema> {
  return {
    platforms: platforms.map(({ id, name, available, reason, chips }) => ({
      id,
      display_name: name,
      available,
      ...(!available && { reason }),
      detected_chips: chips.map(({ type, count }) => ({ chip_type: type, count })),
    })),
  }
}
