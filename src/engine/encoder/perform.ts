import { TrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import { encodeFloats, ofLengthOne } from '../../core/floats.ts'
import type { EmbedTask, EngineTask, RerankTask } from '../../core/task.ts'
import type { Emit, Interest } from '../child/one-at-a-time.ts'
import { answerTokens, isTokenTask } from '../text/token-tasks.ts'
import type { Encoder, EncoderOutput } from './encoder.ts'
import { readInputs } from './inputs.ts'
import { pooled } from './pooling.ts'

/** Works on a task of any kind. Rejects with what is wrong with it, or with what the runtime says. */
export async function performWithEncoder(
  encoder: Encoder,
  task: EngineTask,
  emit: Emit,
  interest: Interest,
): Promise<void> {
  const wanted = encoder.gives === 'score' ? 'rerank' : 'embed'
  if (isTokenTask(task)) return answerTokens(encoder.tokenizer, task, emit)
  if (task.kind === wanted) return encode(encoder, task as EmbedTask | RerankTask, emit, interest)
  const reason = wanted === 'rerank' ? 'it scores pairs of texts' : 'it makes embeddings'
  throw new TrivetError('wrong_model_type', { model: encoder.modelId, reason }, 'model')
}

/** A vector of each text, or a score of each pair, as many at once as the runtime takes. */
export async function encode(
  encoder: Encoder,
  task: EmbedTask | RerankTask,
  emit: Emit,
  interest: Interest,
): Promise<void> {
  const inputs = readInputs(encoder, task)
  for (let done = 0; done < inputs.length; ) {
    const some = inputs.slice(done, done + encoder.batch(inputs.slice(done)))
    const outputs = await encoder.run(some)
    if (interest.cancelled) return
    outputs.forEach((output, at) => {
      emit(answer(encoder, task, output, done + at, some[at]?.ids.length ?? 0))
    })
    done += some.length
  }
  const promptTokens = inputs.reduce((sum, { ids }) => sum + ids.length, 0)
  emit({ type: 'usage', promptTokens, completionTokens: 0, cachedTokens: 0 })
  emit({ type: 'finish', reason: 'stop' })
}

function answer(
  { gives }: Encoder,
  task: EmbedTask | RerankTask,
  output: EncoderOutput,
  index: number,
  tokens: number,
): EngineEvent {
  if (gives === 'score') return { type: 'score', index, score: output.values[0] ?? 0, tokens }
  const vector = pooled(output, gives.pooling)
  const scaled = task.kind === 'embed' && task.normalize ? ofLengthOne(vector) : vector
  return { type: 'embedding', index, vector: encodeFloats(scaled), tokens }
}
