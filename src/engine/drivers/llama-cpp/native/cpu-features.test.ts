import { expect, test } from 'vitest'
import type { LlamaApi } from './api.ts'
import { cpuFeatures } from './cpu-features.ts'

const features = (info: string) => [...cpuFeatures({ llama_print_system_info: () => info } as unknown as LlamaApi)]

test("the processor's are told from those of other backends", () => {
  const info =
    'CUDA : ARCHS = 750 | USE_GRAPHS = 1 | CPU : SSE3 = 1 | AVX2 = 1 | SVE_CNT = 32 | Metal : EMBED_LIBRARY = 1 | '
  expect(features(info)).toEqual(['SSE3', 'AVX2', 'SVE_CNT'])
  expect(features('')).toEqual([])
})
