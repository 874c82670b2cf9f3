import type { Availability } from '../../../core/device.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { EngineTask } from '../../../core/task.ts'
import type { EngineBackend, LoadedBackend } from '../../backend.ts'
import { type Emit, type Interest, oneAtATime } from '../../child/one-at-a-time.ts'
import type { Plan } from '../../driver.ts'
import { encoderBackend } from '../../encoder/backend.ts'
import { readSettings } from '../../encoder/settings.ts'
import { hostCpu } from '../../native/host-cpu.ts'
import { answerTokens, isTokenTask } from '../../text/token-tasks.ts'
import { openTokenizer } from '../../text/tokenizer.ts'
import { writerCapabilities } from './capabilities.ts'
import { openEmbedder, openReranker } from './encoders.ts'
import { openVinoFiles } from './files.ts'
import { generate, type Writer } from './generate.ts'
import { kindOf } from './kind.ts'
import { readOptions } from './options.ts'
import { findOpenVino } from './package.ts'
import { openRuntime } from './runtime.ts'

/** OpenVINO GenAI by its own JavaScript package, in a process of its own. */
export const backend: EngineBackend = {
  async probe(options) {
    try {
      const found = findOpenVino(readOptions(options).packagePath)
      await openRuntime(found)
      return availability(`openvino-genai ${found.version}`, '')
    } catch (error) {
      return availability('', wordsOf(error))
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

/** Tokens of an answer's context, where neither the model's files nor the user say. */
const USUAL_CONTEXT = 4096

async function opened(plan: Plan): Promise<LoadedBackend> {
  const { packagePath, device, pooling } = readOptions(plan.options)
  const files = openVinoFiles(plan.modelPath)
  if (files === null) throw new Error(`there is no OpenVINO model at ${plan.modelPath}.`)
  const kind = kindOf(files, pooling !== null)
  const tokenizer = openTokenizer(files.folder)
  const settings = readSettings(files.folder)
  const most = settings.contextTokens ?? USUAL_CONTEXT
  const contextTokens = Math.min(plan.contextTokens ?? most, most)
  const found = findOpenVino(packagePath)
  const runtime = await openRuntime(found)
  const facts = {
    description: `${settings.architecture} OpenVINO model`.trimStart(),
    sizeBytes: files.sizeBytes,
    engineVersion: `openvino-genai ${found.version} on ${device}`,
  }
  if (kind !== 'writer') {
    const open = kind === 'reranker' ? openReranker : openEmbedder
    const pooled = pooling ?? settings.pooling ?? 'mean'
    const encoder = await open({ runtime, folder: files.folder, plan, tokenizer, contextTokens, pooling: pooled })
    return encoderBackend(encoder, facts, () => {})
  }
  const pipeline = await runtime.LLMPipeline(files.folder, device, propertiesFor(device, contextTokens))
  const writer: Writer = { id: plan.modelId, pipeline, tokenizer, contextTokens }
  const queue = oneAtATime((...given) => perform(writer, ...given))
  return {
    capabilities: writerCapabilities(contextTokens),
    model: {
      ...facts,
      chatTemplate: null,
      bosToken: tokenizer.bosToken,
      eosToken: tokenizer.eosToken,
      addsBos: tokenizer.addsBos,
      parameters: 0,
      trainedContextTokens: most,
      vocabularyTokens: tokenizer.size,
    },
    submit: queue.submit,
    // The process ends, and all of it goes with it: the package has no way to unload.
    close: () => queue.idle(),
  }
}

/** An NPU's graph is compiled for a prompt of a certain length. */
function propertiesFor(device: string, contextTokens: number): Readonly<Record<string, unknown>> {
  return device.includes('NPU') ? { MAX_PROMPT_LEN: contextTokens } : {}
}

async function perform(writer: Writer, task: EngineTask, emit: Emit, interest: Interest): Promise<void> {
  if (isTokenTask(task)) return answerTokens(writer.tokenizer, task, emit)
  if (task.kind === 'generate') return generate(writer, task, emit, interest)
  throw new TrivetError('wrong_model_type', { model: writer.id, reason: 'it generates text' }, 'model')
}

/** Which devices there are the package does not tell; the CPU always is one. */
function availability(version: string, reason: string): Availability {
  return { available: reason === '', reason, version, devices: reason === '' ? [hostCpu()] : [] }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
