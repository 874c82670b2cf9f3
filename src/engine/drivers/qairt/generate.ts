import { StringDecoder } from 'node:string_decoder'
import { TrivetError } from '../../../core/errors.ts'
import type { GenerateTask } from '../../../core/task.ts'
import type { Emit, Interest } from '../../child/one-at-a-time.ts'
import { requireRoom } from '../../text/require-room.ts'
import type { QairtModel } from './model.ts'
import { genieSampling } from './sampling.ts'

/** Answers a prompt. Rejects with what is wrong with the task, or with the runtime. */
export async function generate(model: QairtModel, task: GenerateTask, emit: Emit, interest: Interest): Promise<void> {
  const { dialog, tokenizer, contextTokens } = model
  const ids = typeof task.prompt === 'string' ? tokenizer.encode(task.prompt, true) : task.prompt
  const text = typeof task.prompt === 'string' ? task.prompt : tokenizer.decode(task.prompt)
  requireRoom(ids.length, contextTokens)
  const limit = Math.min(task.maxTokens ?? contextTokens, contextTokens - ids.length)
  const characters = new StringDecoder('utf8')
  let [generated, untold] = [0, 0]

  function take(bytes: Uint8Array): void {
    if (interest.cancelled || generated >= limit) {
      dialog.abort()
      return
    }
    if (generated === 0) emit({ type: 'prompt-progress', done: ids.length, total: ids.length, cached: 0 })
    generated++
    untold++
    // A character of several tokens is told with the last of them.
    const whole = characters.write(Buffer.from(bytes))
    if (whole !== '') {
      emit({ type: 'text-delta', text: whole, tokens: untold })
      untold = 0
    }
    if (generated >= limit) dialog.abort()
  }

  emit({ type: 'prompt-progress', done: 0, total: ids.length, cached: 0 })
  if (model.samplingPerRun) dialog.sample(genieSampling(task.sampling, tokenizer.size, Math.random))
  const end = await dialog.query(text, limit, take).catch((error: Error) => {
    throw new TrivetError('engine_error', { reason: error.message })
  })
  if (interest.cancelled) return
  if (untold > 0) emit({ type: 'text-delta', text: characters.end(), tokens: untold })
  emit({ type: 'usage', promptTokens: ids.length, completionTokens: generated, cachedTokens: 0 })
  emit({ type: 'finish', reason: end === 'context-full' || generated >= limit ? 'length' : 'stop' })
}
