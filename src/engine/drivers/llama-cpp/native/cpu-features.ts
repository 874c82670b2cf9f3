import type { LlamaApi } from './api.ts'

/**
 * The instructions and libraries that ggml-cpu makes use of here, as it names them (`ggml_backend_cpu_get_features`):
 * `AVX2`, `AMX_INT8`, `LLAMAFILE`. A package holds several builds of it, of which the best for the processor is loaded.
 */
export function cpuFeatures(api: LlamaApi): ReadonlySet<string> {
  const features = /\bCPU : ((?:\w+ = \S+ \| )*)/.exec(api.llama_print_system_info())?.[1] ?? ''
  return new Set(Array.from(features.matchAll(/(\w+) = /g), ([, name = '']) => name))
}
