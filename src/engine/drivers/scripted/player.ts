import { TrivetError } from '../../../core/errors.ts'
import type { EngineEvent, FinishReason } from '../../../core/event.ts'
import type { GenerateTask } from '../../../core/task.ts'
import type { ReplyStep, Script } from './script.ts'
import type { Stage } from './stage.ts'
import { wordsOf } from './words.ts'

/**
 * Says a script's reply to a task, as `contextTokens` and `maxTokens` allow. Rejects when `signal` aborts.
 * A generator, so that nothing is done ahead of the event that shows it.
 */
export async function* playReply(
  script: Script,
  task: GenerateTask,
  contextTokens: number,
  stage: Stage,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent, void, undefined> {
  const prompt = typeof task.prompt === 'string' ? task.prompt : task.prompt.join(' ')
  const promptTokens = wordsOf(prompt).length
  if (promptTokens >= contextTokens) {
    yield failure(new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: promptTokens }))
    return
  }
  const reply = script.replies.find(({ when }) => when === undefined || prompt.includes(when))
  if (reply === undefined) {
    yield failure(new TrivetError('engine_error', { reason: 'the script has no reply to this prompt.' }))
    return
  }
  const limit = Math.min(task.maxTokens ?? Number.POSITIVE_INFINITY, contextTokens - promptTokens)
  let generated = 0
  let reason: FinishReason = 'stop'
  for (const step of repeated(reply.steps)) {
    await stage.wait(step, signal)
    stage.log(step)
    if (step.progress !== undefined) {
      yield { type: 'prompt-progress', done: Math.round(step.progress * promptTokens), total: promptTokens, cached: 0 }
    }
    if (step.text !== undefined) {
      const tokens = Math.min(step.tokens, limit - generated)
      generated += tokens
      // Cut inside a piece, its tokens are counted but make no whole character yet.
      yield { type: 'text-delta', text: tokens === step.tokens ? step.text : '', tokens }
      if (generated === limit) {
        reason = 'length'
        break
      }
    }
    if (step.error !== undefined) {
      yield failure(new TrivetError('engine_error', { reason: step.error }))
      return
    }
    stage.end(step)
  }
  // A model that stops has spent a token on saying so.
  const completionTokens = reason === 'stop' ? generated + 1 : generated
  yield { type: 'usage', promptTokens, completionTokens, cachedTokens: 0 }
  yield { type: 'finish', reason }
}

function* repeated(steps: readonly ReplyStep[]): Generator<ReplyStep, void, undefined> {
  for (const step of steps) {
    for (let time = 0; time < step.repeat; time++) yield step
  }
}

function failure(error: TrivetError): EngineEvent {
  return { type: 'error', error: error.report() }
}
