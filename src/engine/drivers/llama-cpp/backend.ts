import type { Capabilities, Parameter, Support } from '../../../core/capability.ts'
import { TrivetError } from '../../../core/errors.ts'
import { TEXT_ONLY } from '../../../core/media.ts'
import { NEUTRAL_SAMPLING } from '../../../core/sampling.ts'
import type { EngineBackend, LoadedBackend } from '../../backend.ts'
import type { LoadedModel, Plan } from '../../driver.ts'
import { loadRefused } from '../../load-refused.ts'
import { chooseContextTokens } from './context-tokens.ts'
import { devicesInUse, usableDevices } from './devices-in-use.ts'
import { settleWeights } from './huge-pages/settle.ts'
import { findLibrary } from './library-path.ts'
import { embedder, generator, type ModelParts, type ModelWork } from './loaded-model.ts'
import { findMtmd } from './media/library-path.ts'
import { Projector, type ProjectorSetting } from './media/projector.ts'
import { requireProjectorFile } from './media/projector-file.ts'
import type { LlamaApi, Pointer } from './native/api.ts'
import { listDevices } from './native/devices.ts'
import { kvBytesPerToken } from './native/kv-memory.ts'
import { openLibrary } from './native/library.ts'
import {
  describeModel,
  hasAbsolutePositions,
  keepsState,
  loadModel,
  outputSizeOf,
  type Purpose,
  purposeOf,
} from './native/model.ts'
import { openMtmd } from './native/mtmd-library.ts'
import { Vocabulary } from './native/vocabulary.ts'
import { readOptions } from './options.ts'
import { quantizeFile } from './quantize/quantize.ts'
import { requireAccelerators } from './require-accelerators.ts'
import { headLayersOf } from './speculation/head-layers.ts'

const PURPOSES: Readonly<Record<Purpose, string>> = {
  generate: 'it generates text',
  embed: 'it makes embeddings',
  rerank: 'it ranks documents',
}

/** The llama.cpp driver's half that runs in the child, next to the library. */
export const backend: EngineBackend = {
  async probe(options) {
    try {
      const { api, version } = openLibrary(findLibrary(readOptions(options).libraryPath))
      return { available: true, reason: '', version, devices: listDevices(api) }
    } catch (error) {
      return { available: false, reason: messageOf(error), version: '', devices: [] }
    }
  },

  async quantize(order, options) {
    const { api } = openLibrary(findLibrary(readOptions(options).libraryPath))
    // The reason is in llama.cpp's log, which only the parent sees.
    if (!(await quantizeFile(api, order))) throw new Error('llama.cpp gave no reason.')
  },

  async load(plan, onProgress, onExtraBytes, onMovedBytes): Promise<LoadedBackend> {
    const library = await orRefuse(plan, () => openLibrary(findLibrary(readOptions(plan.options).libraryPath)))
    const { api, version, hidden } = library
    const placement = { gpuLayers: plan.gpuLayers, ...readOptions(plan.options) }
    requireAccelerators(plan.gpuLayers === 0 ? [] : usableDevices(listDevices(api), placement.units), placement)
    const headLayers = headLayersOf(library, plan)
    const withHead = headLayers.obstacle === null
    const model = await orRefuse(plan, () => loadModel(api, plan.modelPath, placement, onProgress, withHead))
    // The reason is in llama.cpp's log, which only the parent sees: it fills it in.
    if (model === null) throw refusal(plan, 'llama.cpp gave no reason.')
    const settled = staysMapped(api, plan) ? () => {} : settleWeights(onMovedBytes)
    const vocabulary = new Vocabulary(api, model)
    const description = describeModel(api, model, vocabulary, `llama.cpp ${version}`)
    const purpose = readOptions(plan.options).pooling === null ? purposeOf(api, model) : 'embed'
    if (purpose !== 'generate' && placement.draftModel !== null) {
      const reason = `${PURPOSES[purpose]}, and a draft model guesses only what is written.`
      throw loadRefused(plan.modelId, 'draft_model', reason)
    }
    const outputSize = outputSizeOf(api, model, purpose)
    const contextTokens = await orRefuse(plan, () => contextTokensFor({ api, model, plan, headLayers }, description))
    const projector = purpose === 'generate' ? await orRefuse(plan, () => projectorOf(api, model, plan)) : null
    const parts: ModelParts = {
      api,
      model,
      vocabulary,
      plan,
      contextTokens,
      headLayers,
      hidden,
      projector,
      onExtraBytes,
    }
    const work = await orRefuse(plan, () => workFor(parts, purpose, outputSize))

    return {
      model: description,
      capabilities: capabilities(parts, purpose, outputSize),
      submit(task, sink) {
        const cancel = work.submit(task, sink)
        if (cancel !== null) return cancel
        const reason = PURPOSES[purpose]
        const error = new TrivetError('wrong_model_type', { model: plan.modelId, reason }, 'model')
        sink.emit({ type: 'error', error: error.report() })
        sink.end()
        return () => {}
      },
      async close() {
        settled()
        await work.idle()
        await work.free()
        api.llama_model_free(model)
      },
    }
  },
}

/** Whether its weights are the file's pages for good: somebody wants that, or an accelerator may have been told of them. */
function staysMapped(api: LlamaApi, plan: Plan): boolean {
  const { loadMode } = readOptions(plan.options)
  return loadMode === 'mmap' || loadMode === 'mlock' || !isOnCpu(api, plan)
}

function isOnCpu(api: LlamaApi, plan: Plan): boolean {
  return plan.gpuLayers === 0 || devicesInUse(listDevices(api), readOptions(plan.options)).length === 0
}

/** Throws when the user's wish can't be met. */
function contextTokensFor(
  { api, model, plan, headLayers }: Pick<ModelParts, 'api' | 'model' | 'plan' | 'headLayers'>,
  { trainedContextTokens }: LoadedModel,
): number {
  const { kvType } = readOptions(plan.options)
  // Where an accelerator holds the cache, this machine's memory says nothing.
  return chooseContextTokens({
    wanted: plan.contextTokens,
    trained: trainedContextTokens,
    absolute: hasAbsolutePositions(api, model),
    slots: plan.slots,
    kvBytesPerToken: isOnCpu(api, plan) ? kvBytesPerToken(api, model, kvType, headLayers.count) : null,
    freeBytes: process.availableMemory(),
  })
}

/** Rejects with an Error in words, or with `load_refused` about the file. */
async function projectorOf(api: LlamaApi, model: Pointer, plan: Plan): Promise<Projector | null> {
  const { projector: path, libraryPath } = readOptions(plan.options)
  if (path === null) return null
  const { file, packaged } = findMtmd(findLibrary(libraryPath).folder)
  const setting: ProjectorSetting = {
    library: openMtmd(file, packaged),
    model,
    modelPath: plan.modelPath,
    path,
    threads: plan.threads,
    useGpu: plan.gpuLayers !== 0,
    width: api.llama_model_n_embd_inp(model),
  }
  try {
    await requireProjectorFile(path)
    return await Projector.open(setting)
  } catch (error) {
    throw loadRefused(plan.modelId, 'mmproj', messageOf(error))
  }
}

/** Rejects with an Error in words, or with `load_refused` about the draft model. */
async function workFor(parts: ModelParts, purpose: Purpose, outputSize: number): Promise<ModelWork> {
  if (purpose !== 'generate') return embedder(parts, purpose, outputSize)
  try {
    return await generator(parts)
  } catch (error) {
    const isDrafts = error instanceof TrivetError && error.param === 'spec_draft_model'
    throw isDrafts ? loadRefused(parts.plan.modelId, 'draft_model', error.message) : error
  }
}

/** llama.cpp's sampler chain and its loop honour everything, and guess ahead where a guess can be taken back exactly. */
function capabilities(parts: ModelParts, purpose: Purpose, outputSize: number): Capabilities {
  const { api, model, contextTokens, plan, projector } = parts
  const enforced = Object.keys(NEUTRAL_SAMPLING).concat('maxTokens', 'minTokens', 'ignoreEos', 'logprobs', 'constraint')
  const guesses = !plan.deterministic && !keepsState(api, model)
  const guessing = guesses ? 'enforced' : 'refused'
  const parameters: Record<string, Support> = { adapters: 'enforced', speculation: guessing, prediction: guessing }
  for (const name of enforced) parameters[name] = 'enforced'
  return {
    generate: purpose === 'generate',
    embeddingSize: purpose === 'embed' ? outputSize : null,
    rerank: purpose === 'rerank',
    logits: purpose === 'generate',
    media: purpose === 'generate' && projector !== null ? projector.support : TEXT_ONLY,
    contextTokens,
    slots: plan.slots,
    parameters: parameters as Record<Parameter, Support>,
  }
}

async function orRefuse<Result>(plan: Plan, attempt: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    const known = error instanceof TrivetError && error.code === 'load_refused'
    throw known ? error : refusal(plan, messageOf(error))
  }
}

function refusal(plan: Plan, reason: string): TrivetError {
  return new TrivetError('model_load_failed', { model: plan.modelId, reason })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
