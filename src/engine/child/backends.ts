import type { EngineBackend } from '../backend.ts'
import type { PlatformId } from '../driver.ts'

/** Written out, so that what a frame names can only choose among these; imported on demand, as each opens native code. */
const BACKENDS: Readonly<Record<PlatformId, () => Promise<{ readonly backend: EngineBackend }>>> = {
  llama_cpp: () => import('../drivers/llama-cpp/backend.ts'),
  scripted: () => import('../drivers/scripted/backend.ts'),
}

export async function importBackend(driver: PlatformId): Promise<EngineBackend> {
  const { backend } = await BACKENDS[driver]()
  return backend
}
