/** What a GGUF header tells, as far as memory depends on it. */
export interface WeightFile {
  /** Arrays of text and long ones may be replaced by their length. */
  readonly metadata: ReadonlyMap<string, unknown>
  readonly tensors: readonly Weight[]
}

export interface Weight {
  readonly name: string
  readonly shape: readonly number[]
  /** ggml's name of its type, such as `Q4_0`. */
  readonly type: string
  readonly bytes: number
}

/** The numbers that sizes follow from. */
export interface ModelShape {
  readonly architecture: string
  readonly generates: boolean
  /** Attends both ways, without a cache. */
  readonly encodes: boolean
  readonly trainedTokens: number
  readonly absolutePositions: boolean
  /** The head's, which come last, among them. */
  readonly layers: number
  /** MTP layers: see `head-architectures.ts`. */
  readonly headLayers: number
  readonly width: number
  readonly feedForward: number
  readonly heads: number
  readonly queryWidth: number
  /** Numbers that one token keeps in the cache, by layer. */
  readonly kvNumbers: readonly number[]
  readonly vocabulary: number
  readonly vocabularyEntries: number
}

const LAYERS = 'block_count'
const HEAD_LAYERS = 'nextn_predict_layers'

/** The file as it is loaded when its MTP layers stay unused. */
export function withoutHead(file: WeightFile): WeightFile {
  const { architecture, layers, headLayers } = shapeOf(file)
  if (headLayers === 0) return file
  const trunk = layers - headLayers
  return {
    metadata: new Map([...file.metadata, [`${architecture}.${LAYERS}`, trunk], [`${architecture}.${HEAD_LAYERS}`, 0]]),
    tensors: file.tensors.filter(({ name }) => Number(/^blk\.(\d+)\./.exec(name)?.[1] ?? 0) < trunk),
  }
}

export function shapeOf({ metadata, tensors }: WeightFile): ModelShape {
  const architecture = String(metadata.get('general.architecture') ?? '')
  const value = (key: string) => metadata.get(`${architecture}.${key}`)
  const number = (key: string) => {
    const found = value(key)
    return typeof found === 'number' ? found : Array.isArray(found) ? Math.max(0, ...found.filter(Number.isFinite)) : 0
  }
  const layers = number(LAYERS)
  const width = number('embedding_length')
  const heads = Math.max(1, number('attention.head_count'))
  const headLength = width / heads
  const keyLength = number('attention.key_length') || headLength
  const valueLength = number('attention.value_length') || headLength
  const kvHeads = value('attention.head_count_kv') ?? number('attention.head_count')
  // One number for all layers, or one for each: a layer without attention of its own has none.
  const headsOf = (layer: number) => Number(Array.isArray(kvHeads) ? (kvHeads[layer] ?? 0) : kvHeads)
  const latent = number('attention.kv_lora_rank')
  const pooling = number('pooling_type')
  const encoder = value('attention.causal') === false
  const entries = lengthOf(metadata.get('tokenizer.ggml.tokens'))
  return {
    architecture,
    generates: !encoder && pooling === 0,
    encodes: encoder,
    trainedTokens: number('context_length'),
    absolutePositions: tensors.some(({ name }) => name === 'position_embd.weight'),
    layers,
    headLayers: number(HEAD_LAYERS),
    width,
    feedForward: number('feed_forward_length'),
    heads,
    queryWidth: heads * keyLength,
    kvNumbers: Array.from({ length: layers }, (_, layer) => {
      if (encoder) return 0
      return latent > 0 ? 2 * latent + number('rope.dimension_count') : headsOf(layer) * (keyLength + valueLength)
    }),
    vocabulary: entries,
    vocabularyEntries: entries + lengthOf(metadata.get('tokenizer.ggml.merges')),
  }
}

function lengthOf(value: unknown): number {
  const length = (value as { readonly length?: unknown } | undefined)?.length
  return typeof length === 'number' ? length : 0
}
