import type { Capabilities, Parameter, Support } from '../../../core/capability.ts'
import { TrivetError } from '../../../core/errors.ts'
import { NEUTRAL_SAMPLING } from '../../../core/sampling.ts'
import type { EngineBackend, LoadedBackend } from '../../backend.ts'
import type { Plan } from '../../driver.ts'
import { findLibrary } from './library-path.ts'
import { Batcher } from './loop/batcher.ts'
import { AbortFlag } from './native/abort-flag.ts'
import { Context } from './native/context.ts'
import { listDevices } from './native/devices.ts'
import { openLibrary } from './native/library.ts'
import { describeModel, loadModel, whyNotGenerative } from './native/model.ts'
import { Vocabulary } from './native/vocabulary.ts'
import { readOptions } from './options.ts'

/** Rows of one prefill call, and so the longest that running answers wait for a new prompt. */
const SLICE_TOKENS = 512

/** Finer slices: only whole ones can be taken over from an earlier request. */
const DETERMINISTIC_SLICE_TOKENS = 128

/** Finished conversations that are kept in the KV cache as long as its cells last. */
const CACHED_PROMPTS = 16

/** A model trained for a huge context doesn't get all of it unasked: the cache is allocated up front. */
const DEFAULT_CONTEXT_TOKENS = 4096

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

  async load(plan, onProgress): Promise<LoadedBackend> {
    const { api, version } = open(plan)
    const model = await loadModel(api, plan.modelPath, plan.gpuLayers, onProgress)
    // The reason is in llama.cpp's log, which only the parent sees: it fills it in.
    if (model === null) throw loadFailure(plan, 'llama.cpp gave no reason.')
    const vocabulary = new Vocabulary(api, model)
    const description = describeModel(api, model, vocabulary, `llama.cpp ${version}`)
    const obstacle = whyNotGenerative(api, model)
    const contextTokens = plan.contextTokens ?? Math.min(description.trainedContextTokens, DEFAULT_CONTEXT_TOKENS)
    const abort = new AbortFlag()
    const limits = {
      contextTokens,
      slots: plan.slots,
      cachedPrompts: plan.deterministic ? 0 : CACHED_PROMPTS,
      sliceTokens: plan.deterministic ? DETERMINISTIC_SLICE_TOKENS : SLICE_TOKENS,
      deterministic: plan.deterministic,
    }
    const context = openContext(plan, () => {
      const size = {
        cells: contextTokens * plan.slots,
        sequences: limits.slots + limits.cachedPrompts,
        batchRows: SLICE_TOKENS,
        threads: plan.threads,
        isolated: plan.deterministic,
      }
      return new Context(api, model, size, abort)
    })
    const batcher = new Batcher({ api, vocabulary, context, abort }, limits)

    return {
      model: description,
      capabilities: capabilities(limits, obstacle === null),
      submit(task, sink) {
        if (obstacle === null && task.kind === 'generate') return batcher.submit(task, sink)
        const reason = obstacle ?? 'it only generates text'
        const error = new TrivetError('wrong_model_type', { model: plan.modelId, reason }, 'model')
        sink.emit({ type: 'error', error: error.report() })
        sink.end()
        return () => {}
      },
      async close() {
        await batcher.idle()
        context.free()
        api.llama_model_free(model)
      },
    }
  },
}

function open(plan: Plan): ReturnType<typeof openLibrary> {
  try {
    return openLibrary(findLibrary(readOptions(plan.options).libraryPath))
  } catch (error) {
    throw loadFailure(plan, messageOf(error))
  }
}

function openContext(plan: Plan, create: () => Context): Context {
  try {
    return create()
  } catch (error) {
    throw loadFailure(plan, messageOf(error))
  }
}

function loadFailure(plan: Plan, reason: string): TrivetError {
  return new TrivetError('model_load_failed', { model: plan.modelId, reason })
}

/** llama.cpp's sampler chain and its loop honour everything. */
function capabilities(limits: { contextTokens: number; slots: number }, generate: boolean): Capabilities {
  const parameters = Object.keys(NEUTRAL_SAMPLING).concat('maxTokens') as Parameter[]
  return {
    generate,
    embeddingSize: null,
    rerank: false,
    logits: false,
    contextTokens: limits.contextTokens,
    slots: limits.slots,
    parameters: Object.fromEntries(parameters.map((name) => [name, 'enforced'])) as Record<Parameter, Support>,
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
