import type { Device } from '../../../../core/device.ts'
import type { LlamaApi } from './api.ts'

/** `enum ggml_backend_dev_type` of ggml-backend.h. */
const KINDS: readonly Device['kind'][] = ['cpu', 'gpu', 'gpu', 'accelerator', 'accelerator']

/** Devices of ggml's Hexagon, CANN and OpenVINO backends, which call their NPUs GPUs. */
const NPU = /^(HTP|CANN|OPENVINO)\d*$/

/** `GGML_BACKEND_DEVICE_TYPE_IGPU`. */
const INTEGRATED = 2

/** Devices of chips that have one memory for all, though ggml doesn't call them integrated: Apple's, Qualcomm's, Intel's. */
const SHARING = /^(Metal|MTL|HTP|GPUOpenCL|OPENVINO)\d*$/

/** The devices that the loaded ggml backends offer, in ggml's order. */
export function listDevices(api: LlamaApi): Device[] {
  const count = Number(api.ggml_backend_dev_count())
  return Array.from({ length: count }, (_, index) => {
    const device = api.ggml_backend_dev_get(index)
    const free = [0]
    const total = [0]
    api.ggml_backend_dev_memory(device, free, total)
    const name = api.ggml_backend_dev_name(device)
    const type = api.ggml_backend_dev_type(device)
    const integrated = type === INTEGRATED
    return {
      name,
      description: api.ggml_backend_dev_description(device),
      kind: NPU.test(name) ? 'npu' : (KINDS[type] ?? 'accelerator'),
      memoryBytes: { free: Number(free[0]), total: Number(total[0]) },
      ...(integrated && { integrated }),
      ...((integrated || SHARING.test(name)) && { sharesMemory: true }),
    }
  })
}
