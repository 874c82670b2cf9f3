import { expect, test } from 'vitest'
import koffi from '../../../native/koffi.ts'
import type { LlamaApi, Pointer, Struct } from './api.ts'
import { viewFloats } from './memory.ts'
import { loadModel } from './model.ts'

/** llama.cpp on a machine with a CPU and two GPUs, as far as loading a model asks it. */
function twoGpus() {
  const devices = [
    { name: 'CPU', type: 0, handle: koffi.alloc('uint8_t', 1) as Pointer },
    { name: 'CUDA0', type: 1, handle: koffi.alloc('uint8_t', 1) as Pointer },
    { name: 'CUDA1', type: 1, handle: koffi.alloc('uint8_t', 1) as Pointer },
  ]
  const of = (handle: Pointer) => devices.find((device) => device.handle === handle)
  const loads: Struct[] = []
  const api = {
    llama_model_default_params: () => ({ n_gpu_layers: -1, use_extra_bufts: true }),
    llama_model_load_from_file: {
      async(_path: string, params: Struct, done: (error: null, model: string) => void) {
        loads.push(params)
        done(null, 'model')
      },
    },
    ggml_backend_dev_count: () => devices.length,
    ggml_backend_dev_get: (index: number) => devices[index]?.handle,
    ggml_backend_dev_memory: () => {},
    ggml_backend_dev_name: (handle: Pointer) => of(handle)?.name,
    ggml_backend_dev_description: () => '',
    ggml_backend_dev_type: (handle: Pointer) => of(handle)?.type,
  } as unknown as LlamaApi
  const address = (index: number) => koffi.address(devices[index]?.handle)
  return { api, loads, address }
}

test('shares, how to share, main device, layers and the way to read the file reach llama.cpp', async () => {
  const { api, loads } = twoGpus()
  const placement = {
    gpuLayers: 12,
    loadMode: 'mlock',
    mainGpu: 1,
    tensorSplit: [3, 1],
    units: null,
    splitMode: 'row',
  } as const
  expect(await loadModel(api, 'm.gguf', placement, () => {})).toBe('model')
  const [params = {}] = loads
  expect(params).toMatchObject({
    n_gpu_layers: 12,
    load_mode: 2,
    split_mode: 2,
    main_gpu: 1,
    devices: null,
    use_extra_bufts: true,
  })
  // It reads a share for each device that there could be.
  expect([...viewFloats(params.tensor_split as Pointer, 16)]).toEqual([3, 1, ...Array(14).fill(0)])
})

test('without shares llama.cpp shares as it likes; devices that are named are the only ones', async () => {
  const { api, loads, address } = twoGpus()
  const units = [{ kind: 'gpu', index: 1 }] as const
  const placement = { gpuLayers: -1, loadMode: 'auto', splitMode: 'layer', mainGpu: 0, tensorSplit: [], units } as const
  await loadModel(api, 'm.gguf', placement, () => {})
  const [params = {}] = loads
  expect(params).toMatchObject({ n_gpu_layers: -1, load_mode: -1, split_mode: 1, main_gpu: 0, tensor_split: null })
  expect([...new BigUint64Array(koffi.view(params.devices as Pointer, 16))]).toEqual([address(2), 0n])
})
