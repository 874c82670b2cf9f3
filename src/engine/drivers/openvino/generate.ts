import { TrivetError } from '../../../core/errors.ts'
import type { GenerateTask } from '../../../core/task.ts'
import type { Emit, Interest } from '../../child/one-at-a-time.ts'
import { requireRoom } from '../../text/require-room.ts'
import type { ModelTokenizer } from '../../text/tokenizer.ts'
import { generationConfig } from './generation-config.ts'
import { FINISHED_BY_LENGTH, STREAMING, type TextPipeline } from './runtime.ts'

/** A loaded model that writes, as its tasks see it. */
export interface Writer {
  readonly id: string
  readonly pipeline: TextPipeline
  readonly tokenizer: ModelTokenizer
  readonly contextTokens: number
}

/** Answers a prompt. Rejects with what is wrong with the task, or with the runtime. */
export async function generate(writer: Writer, task: GenerateTask, emit: Emit, interest: Interest): Promise<void> {
  const { pipeline, tokenizer, contextTokens } = writer
  const ids = typeof task.prompt === 'string' ? tokenizer.encode(task.prompt, true) : task.prompt
  const text = typeof task.prompt === 'string' ? task.prompt : tokenizer.decode(task.prompt)
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
  const config = generationConfig(task, limit, tokenizer.size, Math.random)
  const { perfMetrics, finishReasons } = await pipeline.generate(text, config, take).catch((error: Error) => {
    throw new TrivetError('engine_error', { reason: error.message })
  })
  if (interest.cancelled) return
  const generated = Math.max(told, perfMetrics.getNumGeneratedTokens())
  if (generated > told) emit({ type: 'text-delta', text: '', tokens: generated - told })
  emit({ type: 'usage', promptTokens: ids.length, completionTokens: generated, cachedTokens: 0 })
  const full = finishReasons?.[0] === FINISHED_BY_LENGTH || generated >= limit
  emit({ type: 'finish', reason: full ? 'length' : 'stop' })
}
