import koffi from 'koffi'
import type { Availability } from '../../../core/device.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { EngineBackend, LoadedBackend } from '../../backend.ts'
import type { Plan } from '../../driver.ts'
import { encoderBackend } from '../../encoder/backend.ts'
import { openGraphEncoder } from '../../encoder/graph-encoder.ts'
import { readSettings } from '../../encoder/settings.ts'
import { openTokenizer } from '../../text/tokenizer.ts'
import { rknnFiles } from './files.ts'
import { findRknn } from './library-path.ts'
import { openRknn } from './native/runtime.ts'
import { readOptions } from './options.ts'

/** Rockchip's RKNN runtime, in a process of its own. */
export const backend: EngineBackend = {
  async probe(options) {
    try {
      const library = koffi.load(findRknn(readOptions(options).libraryPath))
      // Every release that is known here exports it.
      library.func('int rknn_destroy(uint64_t context)')
      return availability('')
    } catch (error) {
      return availability(wordsOf(error))
    }
  },

  async load(plan, onProgress) {
    onProgress(0)
    const loaded = await opened(plan).catch((error: unknown) => {
      throw new TrivetError('model_load_failed', { model: plan.modelId, reason: wordsOf(error) })
    })
    onProgress(1)
    return loaded
  },
}

async function opened(plan: Plan): Promise<LoadedBackend> {
  const { libraryPath, cores, pooling } = readOptions(plan.options)
  const files = rknnFiles(plan.modelPath)
  if (files === null) throw new Error(`there is no .rknn file at ${plan.modelPath}.`)
  const tokenizer = openTokenizer(files.folder)
  const settings = readSettings(files.folder)
  const model = await openRknn(koffi.load(findRknn(libraryPath)), files.model, cores)
  const runtime = { inputs: model.inputs, outputs: model.outputs, compute: model.run }
  const encoder = await openGraphEncoder({ runtime, settings, tokenizer, plan, pooling })
  const facts = {
    description: `${settings.architecture} RKNN model`.trimStart(),
    sizeBytes: files.sizeBytes,
    engineVersion: `rknn ${model.version.runtime}, driver ${model.version.driver}`,
  }
  return encoderBackend(encoder, facts, model.close)
}

/** The library tells its version of a loaded model only. */
function availability(reason: string): Availability {
  const device = { name: 'NPU', description: '', kind: 'npu', memoryBytes: { free: 0, total: 0 } } as const
  const available = reason === ''
  return { available, reason, version: available ? 'rknn2' : '', devices: available ? [device] : [] }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
