import { TrivetError } from '../../../core/errors.ts'
import type { EngineTask } from '../../../core/task.ts'
import type { LoadedBackend } from '../../backend.ts'
import { type Emit, type Interest, oneAtATime } from '../../child/one-at-a-time.ts'
import type { Plan } from '../../driver.ts'
import { nativeBackend } from '../../native/backend-parts.ts'
import { hostCpu } from '../../native/host-cpu.ts'
import { enforcing } from '../../text/model-facts.ts'
import { requireSoundFile } from './check-file.ts'
import { whisperFile } from './files.ts'
import { findWhisper } from './library-path.ts'
import { openWhisper } from './native/library.ts'
import { WhisperModel } from './native/model.ts'
import { readOptions } from './options.ts'
import { transcribe } from './transcribe.ts'

/** Samples a second that Whisper hears. */
export const AUDIO_RATE = 16_000

/** Whisper through libwhisper, in a process of its own. */
export const backend = nativeBackend(async (options) => {
  const version = openWhisper(findWhisper(readOptions(options).libraryPath)).whisper_version()
  return { version, devices: [hostCpu()] }
}, opened)

async function opened(plan: Plan): Promise<LoadedBackend> {
  const { libraryPath, useGpu } = readOptions(plan.options)
  const file = whisperFile(plan.modelPath)
  if (file === null) throw new Error(`there is no Whisper model at ${plan.modelPath}.`)
  await requireSoundFile(file.model)
  const api = openWhisper(findWhisper(libraryPath))
  const model = await WhisperModel.open(api, file.model, useGpu)
  // The reason is in whisper.cpp's log, which only the parent sees: it fills it in.
  if (model === null) throw new Error('whisper.cpp gave no reason.')
  const queue = oneAtATime(
    (task, emit, interest) => perform(model, plan, task, emit, interest),
    () => model.abort(),
  )
  return {
    capabilities: {
      generate: false,
      transcribe: true,
      embeddingSize: null,
      rerank: false,
      logits: false,
      media: { image: false, audioRate: AUDIO_RATE },
      contextTokens: model.textTokens,
      slots: 1,
      parameters: enforcing([]),
    },
    model: {
      chatTemplate: null,
      bosToken: '',
      eosToken: '',
      addsBos: false,
      description: `Whisper ${model.type}${model.multilingual ? '' : ', English only'}`,
      // Nobody tells.
      parameters: 0,
      sizeBytes: file.sizeBytes,
      trainedContextTokens: model.textTokens,
      vocabularyTokens: model.vocabularyTokens,
      engineVersion: `whisper.cpp ${api.whisper_version()}`,
    },
    submit: queue.submit,
    async close() {
      await queue.idle()
      model.free()
    },
  }
}

async function perform(
  model: WhisperModel,
  plan: Plan,
  task: EngineTask,
  emit: Emit,
  interest: Interest,
): Promise<void> {
  if (task.kind === 'transcribe') return transcribe(model, plan, task, emit, interest)
  const reason = 'it writes down what is said in sounds, at /v1/audio/transcriptions'
  throw new TrivetError('wrong_model_type', { model: plan.modelId, reason }, 'model')
}
