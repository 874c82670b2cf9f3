import type { EngineBackend } from '../backend.ts'
import type { ChildPlatformId } from '../driver.ts'

/** Written out, so that what a frame names can only choose among these; imported on demand, as each opens native code. */
const BACKENDS: Readonly<Record<ChildPlatformId, () => Promise<{ readonly backend: EngineBackend }>>> = {
  llama_cpp: () => import('../drivers/llama-cpp/backend.ts'),
  rkllm: () => import('../drivers/rkllm/backend.ts'),
  rknn2: () => import('../drivers/rknn2/backend.ts'),
  qairt: () => import('../drivers/qairt/backend.ts'),
  openvino: () => import('../drivers/openvino/backend.ts'),
  onnx: () => import('../drivers/onnx/backend.ts'),
  whisper: () => import('../drivers/whisper/backend.ts'),
  scripted: () => import('../drivers/scripted/backend.ts'),
}

/** What most models need. */
export const USUAL_BACKEND: ChildPlatformId = 'llama_cpp'

export async function importBackend(driver: ChildPlatformId): Promise<EngineBackend> {
  const { backend } = await BACKENDS[driver]()
  return backend
}
