import { TrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import type { EngineTask } from '../core/task.ts'
import type { EngineDriver, EngineInstance } from '../engine/driver.ts'
import type { TryModel } from '../models/convert/trial.ts'

/** Tokens of context for a trial: more than it ever asks for, and little memory. */
const CONTEXT_TOKENS = 512

/** Loads a file for a trial, on the CPU, in a child process that ends with it. */
export function modelTrials(driver: EngineDriver): TryModel {
  return async (path, signal, use) => {
    const instance = await start(driver, path, signal)
    try {
      return await use({
        async tokenize(text) {
          const event = await first(instance, { kind: 'tokenize', text, addSpecial: true, parseSpecial: true }, signal)
          return event.type === 'tokens' ? event.ids : []
        },
        async compute(text) {
          const event = await first(instance, taskFor(instance, text), signal)
          if (event.type === 'logits') return floats(event.values)
          if (event.type === 'embedding') return floats(event.vector)
          return event.type === 'score' ? Float32Array.of(event.score) : new Float32Array()
        },
      })
    } finally {
      await instance.stop(0)
    }
  }
}

async function start(driver: EngineDriver, path: string, signal: AbortSignal): Promise<EngineInstance> {
  const facts = await driver.recognise(path)
  if (facts === null) throw new TrivetError('model_load_failed', { model: path, reason: 'it is no model.' })
  const wish = { slots: 1, threads: 1, contextTokens: CONTEXT_TOKENS, gpuLayers: 0 }
  return driver.start(driver.plan(path, facts, wish, { cores: 1 }), { signal, onProgress() {} })
}

function taskFor({ capabilities }: EngineInstance, text: string): EngineTask {
  if (capabilities.rerank) return { kind: 'rerank', query: text, documents: [text] }
  if (capabilities.embeddingSize !== null) return { kind: 'embed', inputs: [text], normalize: false }
  return { kind: 'logits', prompt: text, from: -1, top: 0 }
}

/** The first event of an answer, which is all there is to these. Throws what it reports. */
async function first(instance: EngineInstance, task: EngineTask, signal: AbortSignal): Promise<EngineEvent> {
  for await (const event of instance.run(task, signal)) {
    if (event.type === 'error') throw TrivetError.from(event.error)
    return event
  }
  throw signal.aborted ? new TrivetError('request_cancelled') : new Error('an answer ended before it began')
}

function floats(base64: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer)
}
