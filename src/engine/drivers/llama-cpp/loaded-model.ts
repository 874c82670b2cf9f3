import { TrivetError } from '../../../core/errors.ts'
import type { EngineTask } from '../../../core/task.ts'
import type { EventSink } from '../../backend.ts'
import type { Plan } from '../../driver.ts'
import { AbortFlag } from '../../native/abort-flag.ts'
import { turnsAmongEngines } from './cores/among-engines.ts'
import { Embedder } from './embed/embedder.ts'
import type { LeaseBounds } from './leases.ts'
import { Batcher, type BatcherLimits } from './loop/batcher.ts'
import { answerTokenTask } from './loop/tokenizer.ts'
import { Encodings } from './media/encodings.ts'
import { MediaReader } from './media/media-reader.ts'
import type { Projector } from './media/projector.ts'
import { Adapters } from './native/adapters.ts'
import type { LlamaApi, Pointer } from './native/api.ts'
import { Context } from './native/context.ts'
import { cpuFeatures } from './native/cpu-features.ts'
import { listDevices } from './native/devices.ts'
import { EmbeddingBatch } from './native/embedding-batch.ts'
import type { HiddenApi } from './native/hidden-api.ts'
import { kvBytesPerToken } from './native/kv-memory.ts'
import { keepsState, type Purpose } from './native/model.ts'
import { createThreadpool } from './native/threadpool.ts'
import type { Vocabulary } from './native/vocabulary.ts'
import { readOptions } from './options.ts'
import { roundsAlike } from './row-rounding.ts'
import type { HeadLayers } from './speculation/head-layers.ts'
import { openHead } from './speculation/open-head.ts'
import { Oracle } from './speculation/oracle.ts'

/** A model in memory, before it is put to its use. */
export interface ModelParts {
  readonly api: LlamaApi
  readonly model: Pointer
  readonly vocabulary: Vocabulary
  readonly plan: Plan
  readonly contextTokens: number
  readonly headLayers: HeadLayers
  /** `null`: heads can't be told anything in this build. */
  readonly hidden: HiddenApi | null
  /** `null`: the model reads text only. */
  readonly projector: Projector | null
  /** Told what adapters and draft models take that requests have named, in bytes. */
  readonly onExtraBytes: (bytes: number) => void
}

/** What a model does with tasks. `submit` returns `null` for a kind that it isn't made for. */
export interface ModelWork {
  submit(task: EngineTask, sink: EventSink): (() => void) | null
  idle(): Promise<void>
  free(): void | Promise<void>
}

/** Texts of one embedding batch at most. */
const EMBED_SEQUENCES = 64

/** Rows of one prefill call, and so the longest that running answers wait for a new prompt. */
const SLICE_TOKENS = 512

/** Rows of an image that see each other are computed in one call: Gemma 4 has 1120 at most. */
const ROWS_SEEN_TOGETHER = 1152

/** Finer slices: only whole ones can be taken over from an earlier request. */
const DETERMINISTIC_SLICE_TOKENS = 128

/** Prompts kept outside the cache take so many bytes at most, and no more than this share of what is free. */
const SHELF_BYTES = 2 * 2 ** 30
const SHELF_SHARE = 0.15

/** Nor do they take more than the cache itself: a small model is to stay small. */
function shelfBytes({ api, model, plan, contextTokens }: ModelParts): number {
  if (plan.deterministic) return 0
  const perToken = kvBytesPerToken(api, model, readOptions(plan.options).kvType)
  const cache = perToken === null ? SHELF_BYTES : perToken * contextTokens * plan.slots
  return Math.min(SHELF_BYTES, process.availableMemory() * SHELF_SHARE, cache)
}

/** Adapters that requests name, and draft models, stay for the next request: so many of each, within as much memory. */
const KEPT_THINGS = 8
const KEPT_BYTES = 2 ** 30
const KEPT_SHARE = 0.05

function keptBounds(): LeaseBounds {
  return { things: KEPT_THINGS, bytes: Math.min(KEPT_BYTES, process.availableMemory() * KEPT_SHARE) }
}

/** Whether answers come out of one step as they do alone. Of devices beside the processor that isn't known. */
function stepsRoundAlike(api: LlamaApi, plan: Plan): boolean {
  const { matrixTypes } = readOptions(plan.options)
  if (matrixTypes === undefined || listDevices(api).some(({ kind }) => kind !== 'cpu')) return false
  return roundsAlike(matrixTypes, { arch: process.arch, features: cpuFeatures(api) })
}

/** Puts a generative model to work. Rejects when llama.cpp can't make a context. */
export async function generator(parts: ModelParts): Promise<ModelWork> {
  const { api, model, vocabulary, plan, contextTokens, projector } = parts
  const { deterministic, slots, threads } = plan
  const options = readOptions(plan.options)
  const { kvType, flashAttention } = options
  const extra = { adapters: 0, drafts: 0, prompts: 0 }
  const tell = (part: keyof typeof extra) => (bytes: number) => {
    extra[part] = bytes
    parts.onExtraBytes(extra.adapters + extra.drafts + extra.prompts)
  }
  const limits: BatcherLimits = {
    contextTokens,
    slots,
    sliceTokens: deterministic ? DETERMINISTIC_SLICE_TOKENS : SLICE_TOKENS,
    deterministic,
    decodesAlone: deterministic && !stepsRoundAlike(api, plan),
    wholeOnly: keepsState(api, model),
    shelfBytes: shelfBytes(parts),
    onShelfBytes: tell('prompts'),
  }
  const abort = new AbortFlag()
  const size = {
    cells: contextTokens * slots,
    sequences: slots,
    batchRows: Math.max(projector?.bothWays ? ROWS_SEEN_TOGETHER : SLICE_TOKENS, slots),
    threads,
    exactAttention: deterministic,
    embeddings: false,
    pooling: null,
    kvType,
    flashAttention,
    turns: turnsAmongEngines(threads),
  }
  const threadpool = createThreadpool(api, threads)
  const context = await Context.create(api, model, size, abort, threadpool)
  const bounds = keptBounds()
  const adapters = new Adapters(api, model, context.handle, bounds, tell('adapters'))
  const placement = { gpuLayers: plan.gpuLayers, ...options }
  const checking = { api, hidden: parts.hidden, model, vocabulary, context }
  const drafting = { ...checking, placement, size, threadpool, bounds, onBytes: tell('drafts') }
  const head = await openHead(parts.headLayers, { api, model, vocabulary, size, threadpool, context })
  const oracle = new Oracle(drafting, options.draftModel, head)
  await oracle.ready()
  const media = projector && {
    reader: new MediaReader(new Encodings(projector), vocabulary),
    batch: new EmbeddingBatch(size.batchRows, projector.width, projector.gridPositions),
  }
  const batcher = new Batcher({ api, vocabulary, context, adapters, abort, oracle, media }, limits)
  return {
    submit: (task, sink) => {
      if (task.kind === 'generate' || task.kind === 'logits') return batcher.submit(task, sink)
      return submitTokenTask(task, vocabulary, media?.reader ?? null, sink)
    },
    idle: () => batcher.idle(),
    async free() {
      await oracle.free()
      context.free()
      projector?.free()
    },
  }
}

/** Puts an embedding or reranking model to work. Rejects when llama.cpp can't make a context. */
export async function embedder(
  parts: ModelParts,
  purpose: Exclude<Purpose, 'generate'>,
  outputSize: number,
): Promise<ModelWork> {
  const { api, model, vocabulary, plan, contextTokens } = parts
  const { kvType, flashAttention, pooling } = readOptions(plan.options)
  // Texts that are computed together change each other's rounding.
  const sequences = plan.deterministic ? 1 : EMBED_SEQUENCES
  // A text is pooled over one batch, so all of it has to fit; llama.cpp plans for one that all sequences share equally.
  const rows = Math.ceil(contextTokens / sequences) * sequences
  const size = {
    cells: rows,
    sequences,
    batchRows: rows,
    threads: plan.threads,
    exactAttention: plan.deterministic,
    embeddings: true,
    pooling,
    kvType,
    flashAttention,
    turns: turnsAmongEngines(plan.threads),
  }
  const context = await Context.create(api, model, size, new AbortFlag())
  const pairTemplate = purpose === 'rerank' ? api.llama_model_chat_template(model, 'rerank') : null
  const work = new Embedder(context, {
    vocabulary,
    contextTokens,
    sequences,
    outputSize,
    pairTemplate,
  })
  return {
    submit: (task, sink) => {
      if (task.kind === purpose) return work.submit(task, sink)
      return submitTokenTask(task, vocabulary, null, sink)
    },
    idle: () => work.idle(),
    free: () => context.free(),
  }
}

function submitTokenTask(
  task: EngineTask,
  vocabulary: Vocabulary,
  reader: MediaReader | null,
  sink: EventSink,
): (() => void) | null {
  if (task.kind !== 'tokenize' && task.kind !== 'detokenize') return null
  answerTokenTask(task, vocabulary, reader, sink).catch((error: unknown) => {
    sink.emit({ type: 'error', error: new TrivetError('engine_error', { reason: String(error) }).report() })
    sink.end()
  })
  return () => {}
}
