import type { Capabilities, Parameter, Support } from '../../../core/capability.ts'
import { TEXT_ONLY } from '../../../core/media.ts'
import { NEUTRAL_SAMPLING } from '../../../core/sampling.ts'
import type { RkllmModel } from './model.ts'
import { SAMPLED } from './sampling.ts'

const OF_TASKS = [
  'maxTokens',
  'minTokens',
  'ignoreEos',
  'logprobs',
  'constraint',
  'adapters',
  'prediction',
  'speculation',
] as const satisfies readonly Parameter[]

/** The runtime knows no seed, bias, grammar or logprobs; before 1.3.0, its sampling is that of the load. */
export function capabilitiesOf({
  embedding,
  contextTokens,
  samplingPerRun,
}: Pick<RkllmModel, 'embedding' | 'contextTokens' | 'samplingPerRun'>): Capabilities {
  const enforced: readonly Parameter[] = ['maxTokens', 'adapters', ...(samplingPerRun ? SAMPLED : [])]
  const names = [...(Object.keys(NEUTRAL_SAMPLING) as (keyof typeof NEUTRAL_SAMPLING)[]), ...OF_TASKS]
  const support = (name: Parameter): Support => (enforced.includes(name) ? 'enforced' : 'refused')
  return {
    generate: embedding === null,
    embeddingSize: embedding?.size ?? null,
    rerank: false,
    logits: embedding === null,
    media: TEXT_ONLY,
    contextTokens,
    slots: 1,
    parameters: Object.fromEntries(names.map((name) => [name, support(name)])) as Record<Parameter, Support>,
  }
}
