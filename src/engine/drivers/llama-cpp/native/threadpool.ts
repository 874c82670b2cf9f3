import type { LlamaApi, Pointer, Struct } from './api.ts'
import { callAt } from './library.ts'

/**
 * A thread pool that outlives single graphs; without one ggml starts its threads anew for every token.
 * `null` when the build's CPU backend doesn't export one: ggml then manages its threads itself.
 */
export function createThreadpool(api: LlamaApi, threads: number): Pointer {
  const cpu = api.ggml_backend_reg_by_name('CPU')
  const create = cpu && api.ggml_backend_reg_get_proc_address(cpu, 'ggml_threadpool_new')
  if (!create) return null
  const params: Struct = {}
  api.ggml_threadpool_params_init(params, threads)
  // Between two steps threads look for work, since to wake one takes longer; if none comes within some two milliseconds
  // (ggml's least but none), they sleep.
  params.poll = 1
  return callAt(create, 'void *', ['ggml_threadpool_params *'], params) as Pointer
}
