import type { MachineReport } from '../../../core/machine.ts'
import type { StoredModel } from '../../../models/catalogue/model.ts'
import type { ModelDisk } from '../../../models/own/disk.ts'
import { namedDevices } from '../../devices/names.ts'

const GB = 1024 ** 3

/** The machine in InferBridge's keys. Sizes are in GiB, rounded. */
export function encodeHardware({ memory, engines }: MachineReport, cpuPercent: number) {
  const { totalBytes, availableBytes } = memory
  const gpu = namedDevices(engines).find(({ device }) => device.kind === 'gpu')
  return {
    memory: {
      total_gb: gb(totalBytes),
      available_gb: gb(availableBytes),
      used_percent: Math.round((1000 * (totalBytes - availableBytes)) / totalBytes) / 10,
    },
    cpu: { percent: cpuPercent },
    gpu: gpu === undefined ? null : encodeGpu(gpu.name, gpu.device.description, gpu.device.memoryBytes),
  }
}

function encodeGpu(
  device: string,
  full_name: string,
  { free, total }: { readonly free: number; readonly total: number },
) {
  if (total === 0) return { device, full_name }
  return { device, full_name, total_gb: gb(total), used_gb: gb(total - free), free_gb: gb(free) }
}

/** Where models are kept. What is not Trivet's own is only read, and lies elsewhere. */
export function encodeDisk({ folder, totalBytes, freeBytes }: ModelDisk, models: readonly StoredModel[]) {
  return {
    models_dir: folder,
    models_gb: gb(models.filter(({ owned }) => owned).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
    total_gb: totalBytes === null ? null : gb(totalBytes),
    free_gb: freeBytes === null ? null : gb(freeBytes),
  }
}

export function gb(bytes: number): number {
  return Math.round((100 * bytes) / GB) / 100
}
