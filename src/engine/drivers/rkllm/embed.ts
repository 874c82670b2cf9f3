import { TrivetError } from '../../../core/errors.ts'
import type { EngineEvent } from '../../../core/event.ts'
import type { Pooling } from '../../../core/placement.ts'
import type { EmbedTask } from '../../../core/task.ts'
import { runFailure } from './generate.ts'
import type { Interest, RkllmModel } from './model.ts'
import { encodeFloats, readRows } from './rows.ts'

/** A vector of each text, pooled from the model's last hidden layer. Rejects as `generate`. */
export async function embed(
  model: RkllmModel,
  task: EmbedTask,
  pooling: Pooling,
  emit: (event: EngineEvent) => void,
  interest: Interest,
): Promise<void> {
  const texts = task.inputs.map((input, index) => fitted(model, task, input, index))
  for (const [index, tokens] of texts.entries()) {
    const rows = await readRows(model.runtime, 'hidden', tokens)
    if (interest.cancelled) return
    if (rows === null) throw runFailure(0)
    const vector = pooled(rows.values, rows.width, pooling)
    const length = task.normalize ? Math.hypot(...vector) || 1 : 1
    emit({
      type: 'embedding',
      index,
      vector: encodeFloats(vector.map((value) => value / length)),
      tokens: tokens.length,
    })
  }
  emit({ type: 'usage', promptTokens: texts.flat().length, completionTokens: 0, cachedTokens: 0 })
  emit({ type: 'finish', reason: 'stop' })
}

function fitted(
  { tokenizer, contextTokens }: RkllmModel,
  { truncate = false }: EmbedTask,
  input: EmbedTask['inputs'][number],
  index: number,
): readonly number[] {
  const tokens = typeof input === 'string' ? tokenizer.encode(input, true) : input
  const limit = typeof truncate === 'number' ? Math.min(truncate, contextTokens) : contextTokens
  if (tokens.length <= limit) return tokens
  if (truncate !== false) return tokens.slice(0, limit)
  throw new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: tokens.length }, `input.${index}`)
}

/** @param rows one of `width` numbers for each token */
export function pooled(rows: Float32Array, width: number, pooling: Pooling): Float32Array {
  const count = rows.length / width
  if (pooling === 'cls') return rows.slice(0, width)
  if (pooling === 'last') return rows.slice((count - 1) * width)
  return Float32Array.from({ length: width }, (_, at) => {
    let sum = 0
    for (let row = 0; row < count; row++) sum += rows[row * width + at] ?? 0
    return sum / count
  })
}
