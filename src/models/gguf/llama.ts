import { CHATML_TEMPLATE } from './chatml.ts'
import { FILE_TYPE, f32, type GgufModel, string, type Tensor, type TensorType, u32 } from './format.ts'
import { elements, tensor } from './tensor.ts'
import { type Token, vocabularyMetadata } from './vocabulary.ts'

export interface LlamaOptions {
  /** `general.name`. */
  readonly name: string
  readonly layers: number
  readonly width: number
  readonly feedForward: number
  readonly heads: number
  readonly kvHeads: number
  readonly headSize: number
  readonly contextTokens: number
  readonly vocabulary: readonly Token[]
  /** Type of the matrices; norms are always F32. */
  readonly type: TensorType
  /** Values of one matrix, `elements` of them. */
  readonly weights: (name: string, elements: number) => Float32Array
}

/** A model of llama's architecture, talking ChatML. */
export function llama(options: LlamaOptions): GgufModel {
  const { vocabulary } = options
  return {
    metadata: new Map([
      ['general.architecture', string('llama')],
      ['general.name', string(options.name)],
      ['general.file_type', u32(FILE_TYPE[options.type])],
      ['general.quantization_version', u32(2)],
      ['llama.vocab_size', u32(vocabulary.length)],
      ['llama.context_length', u32(options.contextTokens)],
      ['llama.embedding_length', u32(options.width)],
      ['llama.block_count', u32(options.layers)],
      ['llama.feed_forward_length', u32(options.feedForward)],
      ['llama.attention.head_count', u32(options.heads)],
      ['llama.attention.head_count_kv', u32(options.kvHeads)],
      ['llama.attention.key_length', u32(options.headSize)],
      ['llama.attention.value_length', u32(options.headSize)],
      ['llama.rope.dimension_count', u32(options.headSize)],
      ['llama.rope.freq_base', f32(10000)],
      ['llama.attention.layer_norm_rms_epsilon', f32(1e-6)],
      ...vocabularyMetadata(vocabulary, CHATML_TEMPLATE),
    ]),
    tensors: tensors(options),
  }
}

function tensors(options: LlamaOptions): Tensor[] {
  const { width, feedForward, heads, kvHeads, headSize, vocabulary } = options
  const matrix = (name: string, ...shape: number[]) =>
    tensor(name, shape, options.type, options.weights(name, elements(shape)))
  const norm = (name: string) => tensor(name, [width], 'F32', new Float32Array(width).fill(1))
  const layer = (block: string) => [
    norm(`${block}.attn_norm.weight`),
    matrix(`${block}.attn_q.weight`, width, heads * headSize),
    matrix(`${block}.attn_k.weight`, width, kvHeads * headSize),
    matrix(`${block}.attn_v.weight`, width, kvHeads * headSize),
    matrix(`${block}.attn_output.weight`, heads * headSize, width),
    norm(`${block}.ffn_norm.weight`),
    matrix(`${block}.ffn_gate.weight`, width, feedForward),
    matrix(`${block}.ffn_up.weight`, width, feedForward),
    matrix(`${block}.ffn_down.weight`, feedForward, width),
  ]
  return [
    matrix('token_embd.weight', width, vocabulary.length),
    norm('output_norm.weight'),
    matrix('output.weight', width, vocabulary.length),
    ...Array.from({ length: options.layers }, (_, i) => layer(`blk.${i}`)).flat(),
  ]
}
