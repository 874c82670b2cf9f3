import { join } from 'node:path'
import type { Quantization, QuantizeOrder } from '../../src/core/quantization.ts'
import type { GgufModel } from '../../src/models/gguf/format.ts'
import { llama } from '../../src/models/gguf/llama.ts'
import { noise } from '../fixtures/gguf/noise.ts'
import { wordVocabulary } from '../fixtures/gguf/words.ts'

const HEAD_SIZE = 64

/** A random llama of one layer in F32. K- and I-quants are made of blocks of 256: its `width` is to be a multiple. */
export function wideLlama(width: number): GgufModel {
  const next = noise(3)
  return llama({
    name: 'wide',
    layers: 1,
    width,
    feedForward: width,
    heads: width / HEAD_SIZE,
    kvHeads: width / HEAD_SIZE / 2,
    headSize: HEAD_SIZE,
    contextTokens: 256,
    vocabulary: wordVocabulary(512),
    type: 'F32',
    weights: (_, elements) => next(elements, 0.3),
  })
}

/** To write `<type>.gguf` into the folder, on one thread. */
export function quantizeOrder(folder: string, input: string, type: Quantization): QuantizeOrder {
  const output = join(folder, `${type}.gguf`)
  return { input, output, type, imatrix: null, threads: 1, allowRequantize: false, pure: false, keepOutput: false }
}
