import type { Device } from '../../../driver.ts'
import type { LlamaApi } from './api.ts'

/** `enum ggml_backend_dev_type` of ggml-backend.h. */
const KINDS: readonly Device['kind'][] = ['cpu', 'gpu', 'gpu', 'accelerator', 'accelerator']

/** The devices that the loaded ggml backends offer, in ggml's order. */
export function listDevices(api: LlamaApi): Device[] {
  const count = Number(api.ggml_backend_dev_count())
  return Array.from({ length: count }, (_, index) => {
    const device = api.ggml_backend_dev_get(index)
    const free = [0]
    const total = [0]
    api.ggml_backend_dev_memory(device, free, total)
    return {
      name: api.ggml_backend_dev_name(device),
      description: api.ggml_backend_dev_description(device),
      kind: KINDS[api.ggml_backend_dev_type(device)] ?? 'accelerator',
      memoryBytes: { free: Number(free[0]), total: Number(total[0]) },
    }
  })
}
