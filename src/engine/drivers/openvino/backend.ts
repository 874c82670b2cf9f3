import { TrivetError } from '../../../core/errors.ts'
import type { EngineTask } from '../../../core/task.ts'
import type { LoadedBackend } from '../../backend.ts'
import { type Emit, type Interest, oneAtATime } from '../../child/one-at-a-time.ts'
import type { Plan } from '../../driver.ts'
import { encoderBackend } from '../../encoder/backend.ts'
import { readSettings } from '../../encoder/settings.ts'
import { nativeBackend } from '../../native/backend-parts.ts'
import { hostCpu } from '../../native/host-cpu.ts'
import { describedBy } from '../../text/model-facts.ts'
import { answerTokens, isTokenTask } from '../../text/token-tasks.ts'
import { openTokenizer } from '../../text/tokenizer.ts'
import { openEmbedder, openReranker } from './encoders.ts'
import { openVinoFiles } from './files.ts'
import { generate } from './generate.ts'
import { kindOf } from './kind.ts'
import { readOptions } from './options.ts'
import { findOpenVino } from './package.ts'
import { openRuntime } from './runtime.ts'
import { capabilitiesOf, openWriter, type Writer } from './writer.ts'

/** OpenVINO GenAI by its own JavaScript package, in a process of its own. */
export const backend = nativeBackend(async (options) => {
  const found = findOpenVino(readOptions(options).packagePath)
  await openRuntime(found)
  // Which devices there are the package does not tell; the CPU always is one.
  return { version: `openvino-genai ${found.version}`, devices: [hostCpu()] }
}, opened)

const PIPELINES = {
  writer: 'LLMPipeline',
  seer: 'VLMPipeline',
  embedder: 'TextEmbeddingPipeline',
  reranker: 'TextRerankPipeline',
} as const

/** Tokens of an answer's context, where neither the model's files nor the user say. */
const USUAL_CONTEXT = 4096

async function opened(plan: Plan): Promise<LoadedBackend> {
  const { packagePath, device, pooling } = readOptions(plan.options)
  const files = openVinoFiles(plan.modelPath)
  if (files === null) throw new Error(`there is no OpenVINO model at ${plan.modelPath}.`)
  const { folder } = files
  const kind = kindOf(files, pooling !== null)
  const tokenizer = openTokenizer(folder)
  const settings = readSettings(folder)
  const most = settings.contextTokens ?? USUAL_CONTEXT
  const contextTokens = Math.min(plan.contextTokens ?? most, most)
  const found = findOpenVino(packagePath)
  const runtime = await openRuntime(found, PIPELINES[kind])
  const facts = {
    description: `${settings.architecture} OpenVINO model`.trimStart(),
    sizeBytes: files.sizeBytes,
    engineVersion: `openvino-genai ${found.version} on ${device}`,
  }
  if (kind === 'embedder' || kind === 'reranker') {
    const open = kind === 'reranker' ? openReranker : openEmbedder
    const pooled = pooling ?? settings.pooling ?? 'mean'
    const encoder = await open({ runtime, folder, plan, tokenizer, contextTokens, pooling: pooled })
    return encoderBackend(encoder, facts, () => {})
  }
  const order = { id: plan.modelId, tokenizer, contextTokens, sees: kind === 'seer', runtime, found, folder, device }
  const writer = await openWriter(order)
  const queue = oneAtATime((...given) => perform(writer, ...given))
  return {
    capabilities: capabilitiesOf(writer),
    model: describedBy(tokenizer, { ...facts, trainedContextTokens: most }),
    submit: queue.submit,
    // The process ends, and all of it goes with it: the package has no way to unload.
    close: () => queue.idle(),
  }
}

async function perform(writer: Writer, task: EngineTask, emit: Emit, interest: Interest): Promise<void> {
  if (isTokenTask(task)) return answerTokens(writer.tokenizer, task, emit)
  if (task.kind === 'generate') return generate(writer, task, emit, interest)
  throw new TrivetError('wrong_model_type', { model: writer.id, reason: 'it generates text' }, 'model')
}
