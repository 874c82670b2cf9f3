import { TrivetError } from '../../../core/errors.ts'
import { encodeFloats } from '../../../core/floats.ts'
import type { LogitsTask } from '../../../core/task.ts'
import type { Emit, Interest } from '../../child/one-at-a-time.ts'
import { requireRoom } from '../../text/require-room.ts'
import { runFailure } from './generate.ts'
import type { RkllmModel } from './model.ts'
import { readRows } from './rows.ts'

/** The logits after each token from one on. Rejects as `generate`. */
export async function tellLogits(
  { runtime, tokenizer, contextTokens }: RkllmModel,
  task: LogitsTask,
  emit: Emit,
  interest: Interest,
): Promise<void> {
  if (task.logprobs !== undefined) {
    const details = { parameter: 'logprobs', where: 'the RKLLM engine', neutral: 'null' }
    throw new TrivetError('unsupported_parameter', details, 'logprobs')
  }
  const prompt = typeof task.prompt === 'string' ? tokenizer.encode(task.prompt, true) : task.prompt
  requireRoom(prompt.length, contextTokens)
  const rows = await readRows(runtime, 'logits', prompt)
  if (interest.cancelled) return
  if (rows === null) throw runFailure(0)
  const count = rows.values.length / rows.width
  const from = task.from < 0 ? prompt.length + task.from : task.from
  // Of a prompt that it has seen before, the runtime may tell of its end only.
  const first = prompt.length - count
  if (from < first) {
    throw new TrivetError('engine_error', { reason: `the RKLLM runtime told logits of the last ${count} tokens only.` })
  }
  for (let position = from; position < prompt.length; position++) {
    const start = (position - first) * rows.width
    emit({ type: 'logits', position, ...ranked(rows.values.slice(start, start + rows.width), task.top) })
  }
  emit({ type: 'usage', promptTokens: prompt.length, completionTokens: 0, cachedTokens: 0 })
  emit({ type: 'finish', reason: 'stop' })
}

/** All in order of id, or so many largest, of equals the lower id first. */
function ranked(values: Float32Array, top: number): { ids: number[]; values: string } {
  if (top === 0) return { ids: [], values: encodeFloats(values) }
  const at = (id: number) => values[id] ?? 0
  const ids = Array.from(values, (_, id) => id)
    .sort((a, b) => at(b) - at(a) || a - b)
    .slice(0, top)
  return { ids, values: encodeFloats(Float32Array.from(ids, at)) }
}
