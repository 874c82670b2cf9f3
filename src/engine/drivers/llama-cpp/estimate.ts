import type { DeviceMemory, Footprint, Plan } from '../../driver.ts'
import { chooseContextTokens } from './context-tokens.ts'
import { kvBytes } from './kv-bytes.ts'
import { readOptions } from './options.ts'

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

/** Node, koffi and llama.cpp's libraries, before there is a model: measured as resident memory of a child. */
const RUNTIME_BYTES = 73 * 2 ** 20

/** A token of the vocabulary, or a merge of two: measured over vocabularies of 2 000 to 152 000. */
const VOCABULARY_ENTRY_BYTES = 150

/** Rows of one prefill call; see `loaded-model.ts`. */
const BATCH_ROWS = 512
const DETERMINISTIC_BATCH_ROWS = 128

/** Weights that llama.cpp copies into an order that suits the CPU's vector units (ggml-cpu's `repack.cpp`). */
const REPACKED_TYPES = ['Q4_0', 'Q4_K', 'IQ4_NL']
const REPACKED_ROWS = 8

/** The model's own file, and those of its draft model and its projector if it has them. */
export interface WeightFiles {
  readonly main: WeightFile
  readonly draft: WeightFile | null
  readonly projector: WeightFile | null
}

/**
 * The memory of a model at work, all of it the machine's own: weights as they are mapped or read, and once more where
 * they are rearranged; the KV cache, which llama.cpp clears and so touches at once; and what a full batch of a prompt
 * touches of the compute buffers. A draft model has a cache as long; a projector is read, not mapped, and has none. What
 * accelerators take is not told apart.
 * @param freeBytes memory that is free now, of which an unasked context takes a share
 */
export function estimateLlamaCpp({ main, draft, projector }: WeightFiles, plan: Plan, freeBytes: number): Footprint {
  const model = shapeOf(main)
  const contextTokens = contextOf(model, plan, freeBytes)
  const parts = [main, ...(draft === null ? [] : [draft])].map((file) => takenBy(file, plan, contextTokens))
  if (projector !== null) parts.push(projectorBytes(projector))
  const sum = (part: keyof Omit<DeviceMemory, 'device' | 'extra'>) =>
    parts.reduce((total, each) => total + each[part], 0)
  const host: DeviceMemory = {
    device: 'CPU',
    weights: sum('weights'),
    mapped: sum('mapped'),
    kvCache: sum('kvCache'),
    compute: sum('compute'),
    runtime: RUNTIME_BYTES + sum('runtime'),
  }
  return { contextTokens, trainedTokens: model.trainedTokens || null, devices: [host] }
}

/** The scratch space is that of one image or tile: what each patch is at its widest, a few times over. */
function projectorBytes({ metadata, tensors }: WeightFile): Omit<DeviceMemory, 'device'> {
  const number = (key: string) => Number(metadata.get(`clip.vision.${key}`) ?? 0)
  const patches = (number('image_size') / (number('patch_size') || 1)) ** 2
  const weights = tensors.reduce((total, { bytes }) => total + bytes, 0)
  const compute = patches * (number('feed_forward_length') + 8 * number('embedding_length')) * 4
  return { weights, mapped: 0, kvCache: 0, compute, runtime: 0 }
}

/** What one file takes; its `runtime` is its vocabulary. */
function takenBy(file: WeightFile, plan: Plan, contextTokens: number): Omit<DeviceMemory, 'device'> {
  const { kvType, loadMode, flashAttention, pooling } = readOptions(plan.options)
  const model = shapeOf(file)
  const stored = file.tensors.reduce((total, { bytes }) => total + bytes, 0)
  const generates = model.generates && pooling === null
  const sequences = generates ? plan.slots : 1
  // A text that is pooled is read in one batch.
  const batchRows = !generates ? contextTokens : plan.deterministic ? DETERMINISTIC_BATCH_ROWS : BATCH_ROWS
  const rows = Math.min(batchRows, contextTokens)
  const flash = !plan.deterministic && flashAttention !== 'off'
  return {
    weights: stored + repackedBytes(file.tensors),
    mapped: loadMode === 'read' || loadMode === 'direct' ? 0 : stored,
    kvCache: model.kvNumbers * kvBytes(kvType) * contextTokens * sequences,
    compute: model.encodes
      ? encoderBytes(model, contextTokens)
      : decoderBytes(model, rows, contextTokens, flash) + sequences * model.vocabulary * 4,
    runtime: model.vocabularyEntries * VOCABULARY_ENTRY_BYTES,
  }
}

/** The numbers that sizes follow from. */
interface ModelShape {
  readonly generates: boolean
  /** Attends both ways, without a cache. */
  readonly encodes: boolean
  readonly trainedTokens: number
  readonly absolutePositions: boolean
  readonly layers: number
  readonly width: number
  readonly feedForward: number
  readonly heads: number
  readonly queryWidth: number
  /** Numbers that one token keeps in the cache, over all layers. */
  readonly kvNumbers: number
  readonly vocabulary: number
  readonly vocabularyEntries: number
}

function shapeOf({ metadata, tensors }: WeightFile): ModelShape {
  const architecture = String(metadata.get('general.architecture') ?? '')
  const value = (key: string) => metadata.get(`${architecture}.${key}`)
  const number = (key: string) => {
    const found = value(key)
    return typeof found === 'number' ? found : Array.isArray(found) ? Math.max(0, ...found.filter(Number.isFinite)) : 0
  }
  const layers = number('block_count')
  const width = number('embedding_length')
  const heads = Math.max(1, number('attention.head_count'))
  const headLength = width / heads
  const keyLength = number('attention.key_length') || headLength
  const valueLength = number('attention.value_length') || headLength
  const kvHeads = value('attention.head_count_kv') ?? number('attention.head_count')
  // One number for all layers, or one for each: a layer without attention of its own has none.
  const headsOfAll = Array.isArray(kvHeads) ? sum(kvHeads) : Number(kvHeads) * layers
  const latent = number('attention.kv_lora_rank')
  const pooling = number('pooling_type')
  const encoder = value('attention.causal') === false
  const entries = lengthOf(metadata.get('tokenizer.ggml.tokens'))
  return {
    generates: !encoder && pooling === 0,
    encodes: encoder,
    trainedTokens: number('context_length'),
    absolutePositions: tensors.some(({ name }) => name === 'position_embd.weight'),
    layers,
    width,
    feedForward: number('feed_forward_length'),
    heads,
    queryWidth: heads * keyLength,
    kvNumbers: encoder
      ? 0
      : latent > 0
        ? layers * (2 * latent + number('rope.dimension_count'))
        : headsOfAll * (keyLength + valueLength),
    vocabulary: entries,
    vocabularyEntries: entries + lengthOf(metadata.get('tokenizer.ggml.merges')),
  }
}

function contextOf(model: ModelShape, plan: Plan, freeBytes: number): number {
  return chooseContextTokens({
    wanted: plan.contextTokens,
    trained: model.trainedTokens,
    absolute: model.absolutePositions,
    slots: plan.slots,
    kvBytesPerToken: model.kvNumbers * kvBytes(readOptions(plan.options).kvType),
    // What was asked for is estimated as it is; whether there is room for it is for others to say.
    freeBytes: plan.contextTokens === null ? freeBytes : Number.POSITIVE_INFINITY,
  })
}

/**
 * Peak of one layer over a batch: its input, the residual, queries, and both halves of the feed-forward step, which is
 * larger than what attention needs; scores for every head where attention isn't fused, else their mask. Layers use the
 * same memory one after the other.
 */
function decoderBytes(model: ModelShape, rows: number, context: number, flash: boolean): number {
  const activations = rows * (4 * model.width + 2 * model.feedForward + model.queryWidth) * 4
  return activations + rows * context * (flash ? 2 : model.heads * 4)
}

/** An encoder's layers keep what they have computed until the last one is done (measured); scores they share. */
function encoderBytes(model: ModelShape, rows: number): number {
  return model.layers * rows * (6 * model.width + model.feedForward) * 4 + rows * rows * model.heads * 5
}

function repackedBytes(tensors: readonly Weight[]): number {
  const tied = tensors.every(({ name }) => name !== 'output.weight')
  return tensors
    .filter(({ type, shape }) => REPACKED_TYPES.includes(type) && (shape[1] ?? 0) % REPACKED_ROWS === 0)
    .filter(({ name }) => name.endsWith('.weight') && (tied || name !== 'token_embd.weight'))
    .reduce((total, { bytes }) => total + bytes, 0)
}

function lengthOf(value: unknown): number {
  const length = (value as { readonly length?: unknown } | undefined)?.length
  return typeof length === 'number' ? length : 0
}

function sum(values: readonly unknown[]): number {
  return values.reduce<number>((total, value) => total + Number(value), 0)
}
