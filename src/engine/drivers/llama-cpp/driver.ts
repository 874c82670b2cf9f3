import { TrivetError } from '../../../core/errors.ts'
import { NotAFile } from '../../../core/open-file.ts'
import type { EngineDriver, Plan } from '../../driver.ts'
import { type LoadField, loadRefused } from '../../load-refused.ts'
import { startInChild } from '../../process/launch.ts'
import { probeInChild } from '../../process/probe.ts'
import { quantizeInChild } from '../../process/quantize.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { acceleratorsOf } from './accelerators.ts'
import { estimateLlamaCpp } from './estimate.ts'
import { missingLibrary } from './library-problems.ts'
import { loadReason } from './load-reason.ts'
import { mediaObstacle } from './media/library-path.ts'
import type { WeightFile } from './model-shape.ts'
import { type LlamaCppOptions, readOptions } from './options.ts'
import { isOrdinaryLine } from './ordinary-lines.ts'
import { planLlamaCpp } from './plan.ts'
import { quantizeProgress, quantizeReason } from './quantize/progress.ts'
import { recogniseGguf } from './recognise.ts'
import { matrixTypes } from './row-rounding.ts'

export interface LlamaCppDriverOptions extends LlamaCppOptions {
  readonly runtime: ChildRuntime
  /** Reads the header of a GGUF file, all parts of a split one; rejects when it can't. Absent: memory isn't estimated, and `deterministic` answers are computed one by one. */
  readonly readWeights?: (path: string) => Promise<WeightFile>
  /** The file, or the first of its parts, of the one model in a folder; `null`: there is none, or several. Absent: folders are no models. */
  readonly modelIn?: (folder: string) => string | null
}

/** llama.cpp through its C API: GGUF files on CPU, and on whatever else the build in use supports. */
export function createLlamaCppDriver({
  runtime,
  readWeights,
  modelIn,
  ...options
}: LlamaCppDriverOptions): EngineDriver {
  const accelerators = acceleratorsOf(options.libraryPath)
  return {
    id: 'llama_cpp',
    probe: () => probeInChild('llama_cpp', { ...options }, runtime),
    recognise: async (path) => recogniseGguf(modelIn?.(path) ?? path),
    missing: () => missingLibrary(options),
    mediaObstacle: () => mediaObstacle(options.libraryPath),
    remarks({ mainGpu = 0, splitMode = 'layer' }) {
      if (mainGpu === 0 || splitMode !== 'layer') return []
      const words = `main_gpu (${mainGpu}) is for models that are not split by layers (split_mode): passed over.`
      return [{ about: ['mainGpu'], words }]
    },
    plan: (modelId, facts, wish, host) => planLlamaCpp(modelId, facts, wish, host, options, accelerators),
    async accelerators() {
      if (accelerators.size === 0) return []
      const { devices } = await probeInChild('llama_cpp', { ...options }, runtime)
      return devices.filter(({ kind }) => kind === 'gpu' || kind === 'npu')
    },
    async estimate(plan, freeBytes, devices = []) {
      const read = async (path: string | null, field?: LoadField) => {
        if (path === null || readWeights === undefined) return null
        return readWeights(path).catch((error: unknown) => {
          // llama.cpp would wait for it for ever. What it can read and doesn't like it refuses in its own words.
          if (error instanceof NotAFile) throw unreadable(plan.modelId, `${error.message}.`, field)
          return null
        })
      }
      const main = await read(plan.modelPath)
      const draft = await read(readOptions(plan.options).draftModel, 'draft_model')
      const projector = await read(readOptions(plan.options).projector, 'mmproj')
      return main && estimateLlamaCpp({ main, draft, projector }, plan, freeBytes, devices)
    },
    async start(plan, watch) {
      const told = plan.deterministic ? await withMatrixTypes(plan, readWeights) : plan
      return startInChild(told, watch, { runtime, reasonFrom: loadReason, isOrdinary: isOrdinaryLine })
    },
    quantize: (order, watch) =>
      quantizeInChild(order, watch, {
        driver: 'llama_cpp',
        options: { ...options },
        runtime,
        progressFrom: quantizeProgress,
        reasonFrom: quantizeReason,
      }),
  }
}

/** @param field of a load that names the file; absent: it is the model's own */
function unreadable(model: string, reason: string, field?: LoadField): TrivetError {
  if (field !== undefined) return loadRefused(model, field, reason)
  return new TrivetError('model_load_failed', { model, reason })
}

/** Told the types of its matrices, unless the header can't be read: llama.cpp says why, or knows better. */
async function withMatrixTypes(plan: Plan, readWeights: LlamaCppDriverOptions['readWeights']): Promise<Plan> {
  const file = await readWeights?.(plan.modelPath).catch(() => undefined)
  return file === undefined ? plan : { ...plan, options: { ...plan.options, matrixTypes: matrixTypes(file.tensors) } }
}
