import { TrivetError } from '../../../core/errors.ts'
import type { GenerateTask } from '../../../core/task.ts'
import type { Emit, Interest } from '../../child/one-at-a-time.ts'
import { requireRoom } from '../../text/require-room.ts'
import { generationConfig } from './generation-config.ts'
import { FINISHED_BY_LENGTH, STREAMING } from './runtime.ts'
import { shownPrompt } from './shown.ts'
import type { Writer } from './writer.ts'

/** Answers a prompt. Rejects with what is wrong with the task, or with the runtime. */
export async function generate(writer: Writer, task: GenerateTask, emit: Emit, interest: Interest): Promise<void> {
  const { tokenizer, contextTokens } = writer
  const prompt = typeof task.prompt === 'string' ? task.prompt : tokenizer.decode(task.prompt)
  const { text, images } = shownPrompt(prompt, task.media ?? [])
  // What its images take it tells at the end.
  const ids = typeof task.prompt === 'string' ? tokenizer.encode(text, true) : task.prompt
  requireRoom(ids.length, contextTokens)
  const limit = Math.min(task.maxTokens ?? contextTokens, contextTokens - ids.length)
  const progress = (done: number) => emit({ type: 'prompt-progress', done, total: ids.length, cached: 0 })
  let told = 0

  function take(chunk: string): number {
    if (interest.cancelled) return STREAMING.cancel
    if (told === 0) progress(ids.length)
    // Whole characters of at least a token: how many it were in all is known at the end.
    told++
    emit({ type: 'text-delta', text: chunk, tokens: 1 })
    return STREAMING.running
  }

  progress(0)
  const config = {
    ...generationConfig(task, limit, tokenizer.size, Math.random),
    ...(task.constraint && { structured_output_config: writer.held?.(task.constraint.grammar) }),
  }
  const { perfMetrics, finishReasons } = await writer.answer(text, images, config, take).catch((error: Error) => {
    throw new TrivetError('engine_error', { reason: error.message })
  })
  if (interest.cancelled) return
  const generated = Math.max(told, perfMetrics.getNumGeneratedTokens())
  if (generated > told) emit({ type: 'text-delta', text: '', tokens: generated - told })
  const promptTokens = images.length === 0 ? ids.length : Math.max(ids.length, perfMetrics.getNumInputTokens())
  emit({ type: 'usage', promptTokens, completionTokens: generated, cachedTokens: 0 })
  const full = finishReasons?.[0] === FINISHED_BY_LENGTH || generated >= limit
  emit({ type: 'finish', reason: full ? 'length' : 'stop' })
}
