import type { LoadedBackend } from '../../backend.ts'
import type { Plan } from '../../driver.ts'
import { encoderBackend } from '../../encoder/backend.ts'
import { openGraphEncoder } from '../../encoder/graph-encoder.ts'
import { readSettings } from '../../encoder/settings.ts'
import { nativeBackend, npu } from '../../native/backend-parts.ts'
import koffi from '../../native/koffi.ts'
import { openTokenizer } from '../../text/tokenizer.ts'
import { rknnFiles } from './files.ts'
import { findRknn } from './library-path.ts'
import { openRknn } from './native/runtime.ts'
import { readOptions } from './options.ts'

/** Rockchip's RKNN runtime, in a process of its own. */
export const backend = nativeBackend(async (options) => {
  const library = koffi.load(findRknn(readOptions(options).libraryPath))
  // Every release that is known here exports it. It tells its version of a loaded model only.
  library.func('int rknn_destroy(uint64_t context)')
  return { version: 'rknn2', devices: [npu('')] }
}, opened)

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
