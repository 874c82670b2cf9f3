import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { asTrivetError, TrivetError } from '../../../core/errors.ts'
import type { EngineEvent } from '../../../core/event.ts'
import type { EngineTask, GenerateTask } from '../../../core/task.ts'
import type { EngineBackend, EventSink, LoadedBackend } from '../../backend.ts'
import type { Plan } from '../../driver.ts'
import { capabilitiesOf, ENGINE_VERSION, modelOf } from './facts.ts'
import { playReply } from './player.ts'
import { playReading, reads } from './reader.ts'
import { parseScript, type Script } from './script.ts'
import { createSlots } from './slots.ts'
import { createStage, type Stage } from './stage.ts'
import { Words } from './words.ts'

/** The engine that does what a script says: for tests of everything above an engine. */
export const backend: EngineBackend = {
  probe: async () => ({ available: true, reason: '', version: ENGINE_VERSION, devices: [] }),

  async load(plan, onProgress) {
    const script = parseScript(readFileSync(plan.modelPath, 'utf8'))
    const stage = createStage(dirname(plan.modelPath))
    await playLoad(script, plan, stage, onProgress)
    return loadedScript(script, plan, stage)
  },
}

async function playLoad(script: Script, plan: Plan, stage: Stage, onProgress: (fraction: number) => void) {
  for (const step of script.load) {
    await stage.wait(step)
    stage.log(step)
    if (step.progress !== undefined) onProgress(step.progress)
    if (step.fail !== undefined) {
      throw new TrivetError('model_load_failed', { model: plan.modelId, reason: step.fail })
    }
    stage.end(step)
  }
}

/** Tasks that take no time, and those that the script has nothing for. */
function atOnce(task: EngineTask, script: Script, words: Words, plan: Plan): Iterable<EngineEvent> {
  const finish: EngineEvent = { type: 'finish', reason: 'stop' }
  try {
    if (task.kind === 'tokenize') return [{ type: 'tokens', ids: words.tokenize(task.text) }, finish]
    if (task.kind === 'detokenize') {
      return [{ type: 'text-delta', text: words.detokenize(task.tokens), tokens: task.tokens.length }, finish]
    }
    if ((task.kind === 'embed' || task.kind === 'logits') && reads(script, task)) {
      return playReading(script, task, words, capabilitiesOf(script, plan).contextTokens)
    }
    const reason = 'its script has no answers of this kind'
    throw new TrivetError('wrong_model_type', { model: plan.modelId, reason }, 'model')
  } catch (error) {
    return [{ type: 'error', error: asTrivetError(error).report() }]
  }
}

function loadedScript(script: Script, plan: Plan, stage: Stage): LoadedBackend {
  const capabilities = capabilitiesOf(script, plan)
  const slots = createSlots(capabilities.slots)
  const words = new Words()

  async function perform(task: GenerateTask, sink: EventSink, signal: AbortSignal) {
    try {
      const leave = await slots.enter(signal)
      try {
        for await (const event of playReply(script, task, capabilities.contextTokens, stage, signal)) {
          signal.throwIfAborted()
          sink.emit(event)
        }
      } finally {
        leave()
      }
    } catch (thrown) {
      if (!signal.aborted) throw thrown
    }
    sink.end()
  }

  return {
    capabilities,
    model: modelOf(script, statSync(plan.modelPath).size),
    submit(task, sink) {
      if (task.kind !== 'generate' || !capabilities.generate) {
        for (const event of atOnce(task, script, words, plan)) sink.emit(event)
        sink.end()
        return () => {}
      }
      const abort = new AbortController()
      void perform(task, sink, abort.signal)
      return () => abort.abort()
    },
    close: async () => {},
  }
}
