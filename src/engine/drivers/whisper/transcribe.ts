import { TrivetError } from '../../../core/errors.ts'
import type { TranscribeTask } from '../../../core/task.ts'
import type { Emit, Interest } from '../../child/one-at-a-time.ts'
import type { Plan } from '../../driver.ts'
import type { WhisperModel } from './native/model.ts'
import { promptTail } from './prompt-tail.ts'
import { wordsOf } from './words.ts'

/** Rejects with what is wrong with the task, or with the status that whisper.cpp ends with. */
export async function transcribe(
  model: WhisperModel,
  { modelId, threads }: Plan,
  task: TranscribeTask,
  emit: Emit,
  interest: Interest,
): Promise<void> {
  const { sound, temperature, translate, words } = task
  const language = languageOf(model, modelId, task.language)
  const bytes = Buffer.from(sound.samples, 'base64')
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / Float32Array.BYTES_PER_ELEMENT)
  const prompt = promptTail(task.prompt, model.textTokens)
  const status = await model.listen(samples, { language, prompt, temperature, translate, words, threads })
  if (interest.cancelled) return
  if (status !== 0) throw new TrivetError('engine_error', { reason: `whisper.cpp ended with the status ${status}.` })
  let tokens = 0
  for (const segment of model.segments()) {
    const { text, start, end, silence } = segment
    const logprobs = segment.tokens.map(({ logprob }) => logprob)
    tokens += logprobs.length
    emit({
      type: 'segment',
      text,
      start,
      end,
      ids: segment.tokens.map(({ id }) => id),
      logprob: logprobs.reduce((sum, logprob) => sum + logprob, 0) / Math.max(1, logprobs.length),
      silence,
      words: words ? wordsOf(segment) : [],
    })
  }
  if (model.language !== null) emit({ type: 'language', code: model.language })
  emit({ type: 'usage', promptTokens: 0, completionTokens: tokens, cachedTokens: 0 })
  emit({ type: 'finish', reason: 'stop' })
}

/** As whisper.cpp has it. Throws for one that the model doesn't know. */
function languageOf(model: WhisperModel, modelId: string, wanted: string | null): string {
  if (wanted === null) return model.multilingual ? 'auto' : 'en'
  if (model.knows(wanted) && (model.multilingual || wanted === 'en')) return wanted
  const details = {
    parameter: 'language',
    where: `the model ${modelId}, which doesn't know \`${wanted}\``,
    neutral: '"en"',
  }
  throw new TrivetError('unsupported_parameter', details, 'language')
}
