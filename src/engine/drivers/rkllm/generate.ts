import { TrivetError } from '../../../core/errors.ts'
import type { GenerateTask } from '../../../core/task.ts'
import type { Emit, Interest } from '../../child/one-at-a-time.ts'
import { requireRoom } from '../../text/require-room.ts'
import type { RkllmModel } from './model.ts'
import type { RunResult } from './native/runtime.ts'
import { runSampling } from './sampling.ts'

/** Answers a prompt. Rejects with what is wrong with the task, or with the runtime. */
export async function generate(model: RkllmModel, task: GenerateTask, emit: Emit, interest: Interest): Promise<void> {
  const { runtime, tokenizer, contextTokens } = model
  const prompt = typeof task.prompt === 'string' ? tokenizer.encode(task.prompt, true) : task.prompt
  requireRoom(prompt.length, contextTokens)
  const adapter = adapterOf(model, task)
  const limit = Math.min(task.maxTokens ?? contextTokens, contextTokens - prompt.length)
  const shown = new Map((task.shownTokens ?? []).map((token) => [tokenizer.idOf(token), token]))
  const progress = (done: number) => emit({ type: 'prompt-progress', done, total: prompt.length, cached: 0 })
  let [generated, untold, computed, begun, failed, over] = [0, 0, 0, false, false, false]

  function take({ state, text, token, prefillTokens }: RunResult): void {
    over ||= model.endTokens.has(token)
    if (interest.cancelled || over || generated >= limit) {
      runtime.abort()
      return
    }
    if (!begun) progress(prompt.length)
    begun = true
    failed ||= state === 'error'
    computed = prefillTokens || computed
    if (state === 'finish' || state === 'error') return
    generated++
    untold++
    // A character of several tokens is told with the last of them.
    if (state === 'normal') {
      emit({ type: 'text-delta', text: text || (shown.get(token) ?? ''), tokens: untold })
      untold = 0
    }
    if (generated >= limit) runtime.abort()
  }

  progress(0)
  const sampling = model.samplingPerRun ? runSampling(task.sampling, tokenizer.size) : null
  const status = await runtime.run({ mode: 'generate', tokens: prompt, sampling, adapter, onResult: take })
  if (interest.cancelled) return
  if (status !== 0 || failed) throw runFailure(status)
  if (untold > 0) emit({ type: 'text-delta', text: '', tokens: untold })
  const cachedTokens = computed > 0 ? Math.max(0, prompt.length - computed) : 0
  emit({ type: 'usage', promptTokens: prompt.length, completionTokens: generated, cachedTokens })
  emit({ type: 'finish', reason: generated >= limit ? 'length' : 'stop' })
}

export function runFailure(status: number): TrivetError {
  return new TrivetError('engine_error', { reason: `the RKLLM runtime ended the run with status ${status}.` })
}

function adapterOf(model: RkllmModel, { adapters = [] }: GenerateTask): string | null {
  const [first, second] = adapters
  if (second !== undefined) {
    const reason = 'The RKLLM runtime applies one LoRA adapter at a time, and several were asked for.'
    throw new TrivetError('invalid_value', { reason })
  }
  return first === undefined ? null : model.adapter(first.path, first.scale)
}
