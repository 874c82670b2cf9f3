import { TrivetError } from '../../../core/errors.ts'
import type { EngineTask } from '../../../core/task.ts'
import type { LoadedBackend } from '../../backend.ts'
import { type Emit, type Interest, oneAtATime } from '../../child/one-at-a-time.ts'
import type { Plan } from '../../driver.ts'
import { performWithEncoder } from '../../encoder/perform.ts'
import { nativeBackend, npu } from '../../native/backend-parts.ts'
import koffi from '../../native/koffi.ts'
import { endTokens } from '../../text/end-tokens.ts'
import { describedBy } from '../../text/model-facts.ts'
import { answerTokens, isTokenTask } from '../../text/token-tasks.ts'
import { openTokenizer } from '../../text/tokenizer.ts'
import { capabilitiesOf } from './capabilities.ts'
import { encoderOf } from './encode.ts'
import { rkllmFiles } from './files.ts'
import { generate } from './generate.ts'
import { findRkllm } from './library-path.ts'
import { tellLogits } from './logits.ts'
import type { RkllmModel } from './model.ts'
import { askBanner } from './native/banner.ts'
import { KNOWN_VERSIONS, layoutFor } from './native/layouts.ts'
import { bindRkllm, type RkllmRuntime } from './native/runtime.ts'
import { readOptions } from './options.ts'
import { readRows } from './rows.ts'
import { loadSampling } from './sampling.ts'
import { bannerProblem } from './versions.ts'

/** Used when nobody says how many; more than most models' conversion allows is refused by the runtime. */
const USUAL_CONTEXT = 4096

/** Rockchip's LLM runtime, in a process of its own. */
export const backend = nativeBackend(async (options) => {
  const banner = askBanner(koffi.load(findRkllm(readOptions(options).libraryPath)))
  const problem = bannerProblem(banner)
  if (problem !== '') throw new Error(problem)
  return { version: banner.runtime ?? '', devices: [npu(banner.platform ?? '')] }
}, opened)

async function opened(plan: Plan): Promise<LoadedBackend> {
  const { libraryPath, runtimeVersion, pooling } = readOptions(plan.options)
  const files = rkllmFiles(plan.modelPath)
  if (files === null) throw new Error(`there is no .rkllm file at ${plan.modelPath}.`)
  const layout = layoutFor(runtimeVersion ?? '')
  if (layout === null) throw new Error(`the RKLLM runtime is ${runtimeVersion}; Trivet knows ${KNOWN_VERSIONS} only.`)
  const tokenizer = openTokenizer(files.folder)
  const runtime = bindRkllm(koffi.load(findRkllm(libraryPath)), layout)
  const contextTokens = plan.contextTokens ?? USUAL_CONTEXT
  const status = await runtime.init({ modelPath: files.model, contextTokens, sampling: loadSampling(tokenizer.size) })
  if (status !== 0) throw new Error(`the RKLLM runtime refused it (status ${status}).`)
  const size = pooling === null ? null : await hiddenSize(runtime)
  const model: RkllmModel = {
    id: plan.modelId,
    runtime,
    tokenizer,
    contextTokens,
    endTokens: endTokens(files.folder, tokenizer),
    samplingPerRun: layout.samplingPerRun,
    embedding: pooling !== null && size !== null ? { size, pooling } : null,
    adapter: adapters(runtime),
  }
  const queue = oneAtATime((...given) => perform(model, ...given))
  return {
    capabilities: capabilitiesOf(model),
    model: describedBy(tokenizer, {
      description: 'RKLLM model',
      sizeBytes: files.sizeBytes,
      trainedContextTokens: contextTokens,
      engineVersion: `rkllm ${runtimeVersion}`,
    }),
    submit: queue.submit,
    async close() {
      await queue.idle()
      runtime.destroy()
    },
  }
}

async function perform(model: RkllmModel, task: EngineTask, emit: Emit, interest: Interest): Promise<void> {
  const { tokenizer, embedding } = model
  if (embedding !== null) return performWithEncoder(encoderOf(model, embedding), task, emit, interest)
  if (isTokenTask(task)) return answerTokens(tokenizer, task, emit)
  if (task.kind === 'generate') return generate(model, task, emit, interest)
  if (task.kind === 'logits') return tellLogits(model, task, emit, interest)
  throw new TrivetError('wrong_model_type', { model: model.id, reason: 'it generates text' }, 'model')
}

/** Each is loaded once. */
function adapters(runtime: RkllmRuntime): RkllmModel['adapter'] {
  const names = new Map<string, string>()
  return (path, scale) => {
    const key = JSON.stringify([path, scale])
    const known = names.get(key)
    if (known !== undefined) return known
    const name = `adapter-${names.size + 1}`
    const status = runtime.loadLora(path, name, scale)
    if (status !== 0) {
      const reason = `The RKLLM runtime could not load the LoRA adapter ${path} (status ${status}).`
      throw new TrivetError('invalid_value', { reason })
    }
    names.set(key, name)
    return name
  }
}

/** Nothing but a run tells it. */
async function hiddenSize(runtime: RkllmRuntime): Promise<number> {
  const rows = await readRows(runtime, 'hidden', [0])
  if (rows === null) throw new Error('the RKLLM runtime tells no hidden states of it, of which embeddings are made.')
  return rows.width
}
