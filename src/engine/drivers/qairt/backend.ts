import { TrivetError } from '../../../core/errors.ts'
import type { EngineTask } from '../../../core/task.ts'
import type { LoadedBackend } from '../../backend.ts'
import { type Emit, type Interest, oneAtATime } from '../../child/one-at-a-time.ts'
import type { Plan } from '../../driver.ts'
import { nativeBackend, npu } from '../../native/backend-parts.ts'
import { describedBy } from '../../text/model-facts.ts'
import { answerTokens, isTokenTask } from '../../text/token-tasks.ts'
import { openTokenizer } from '../../text/tokenizer.ts'
import { bundleAt, genieSettings } from './bundle.ts'
import { capabilitiesOf } from './capabilities.ts'
import { generate } from './generate.ts'
import { HEXAGON } from './hexagon.ts'
import { findGenie } from './library-path.ts'
import type { QairtModel } from './model.ts'
import { openDialog } from './native/dialog.ts'
import { genieVersion, openGenie } from './native/open-library.ts'
import { readOptions } from './options.ts'
import { heedsSampling } from './sampling.ts'

/** Qualcomm's Genie, in a process of its own. */
export const backend = nativeBackend(
  async (options) => ({
    version: genieVersion(openGenie(findGenie(readOptions(options).libraryPath))),
    devices: [npu(HEXAGON)],
  }),
  opened,
)

/** Of a load, what is done when the model itself is there, and its sampling is still to be tried. */
const MOSTLY = 0.9

async function opened(plan: Plan, onProgress: (fraction: number) => void): Promise<LoadedBackend> {
  const bundle = bundleAt(plan.modelPath)
  if (bundle === null) throw new Error(`there is no bundle of AI Hub at ${plan.modelPath}.`)
  const tokenizer = openTokenizer(bundle.folder)
  const settings = genieSettings(bundle.folder)
  const library = openGenie(findGenie(readOptions(plan.options).libraryPath))
  const dialog = await openDialog(library, settings.json)
  onProgress(MOSTLY)
  const model: QairtModel = {
    id: plan.modelId,
    dialog,
    tokenizer,
    contextTokens: Math.min(plan.contextTokens ?? settings.contextTokens, settings.contextTokens),
    samplingPerRun: await heedsSampling(dialog, tokenizer.size),
  }
  const queue = oneAtATime((...given) => perform(model, ...given), dialog.abort)
  return {
    capabilities: capabilitiesOf(model),
    model: describedBy(tokenizer, {
      description: 'QAIRT bundle',
      sizeBytes: bundle.sizeBytes,
      trainedContextTokens: settings.contextTokens,
      engineVersion: `genie ${genieVersion(library)}`,
    }),
    submit: queue.submit,
    async close() {
      await queue.idle()
      dialog.close()
    },
  }
}

async function perform(model: QairtModel, task: EngineTask, emit: Emit, interest: Interest): Promise<void> {
  if (isTokenTask(task)) return answerTokens(model.tokenizer, task, emit)
  if (task.kind === 'generate') return generate(model, task, emit, interest)
  throw new TrivetError('wrong_model_type', { model: model.id, reason: 'it generates text' }, 'model')
}
