import type { Capabilities, Parameter, Support } from '../../../core/capability.ts'
import { TEXT_ONLY } from '../../../core/media.ts'
import type { LoadedModel, Plan } from '../../driver.ts'
import { PARAMETERS, type Script } from './script.ts'

export const ENGINE_VERSION = 'scripted-1'

/** What the engine declares under a plan; it can do less context than the script's, never more. */
export function capabilitiesOf(script: Script, plan: Plan): Capabilities {
  const support = (parameter: Parameter): Support => (script.refuses.includes(parameter) ? 'refused' : 'enforced')
  return {
    generate: speaks(script),
    embeddingSize: script.embeddingSize,
    rerank: false,
    logits: script.logits,
    media: TEXT_ONLY,
    contextTokens: Math.min(plan.contextTokens ?? script.contextTokens, script.contextTokens),
    slots: plan.slots,
    parameters: Object.fromEntries(PARAMETERS.map((name) => [name, support(name)])) as Record<Parameter, Support>,
  }
}

/** A script that only has vectors to give is an embedder. */
function speaks({ embeddingSize, replies }: Script): boolean {
  return embeddingSize === null || replies.length > 0
}

export function modelOf(script: Script, sizeBytes: number): LoadedModel {
  return {
    ...script.model,
    sizeBytes,
    trainedContextTokens: script.contextTokens,
    engineVersion: ENGINE_VERSION,
  }
}
