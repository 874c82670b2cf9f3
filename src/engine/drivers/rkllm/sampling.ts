import type { Sampling } from '../../../core/sampling.ts'
import { NEUTRAL_SAMPLING } from '../../../core/sampling.ts'
import type { RunSampling } from './native/runtime.ts'

/** What the runtime can be told of a run's sampling, from 1.3.0 on; the rest is refused. */
export const SAMPLED = [
  'temperature',
  'topK',
  'topP',
  'repetitionPenalty',
  'presencePenalty',
  'frequencyPenalty',
  'mirostat',
] as const satisfies readonly (keyof Sampling)[]

/**
 * In the runtime's words. It has no greedy sampling but that of the likeliest token alone, and no sampling of all tokens
 * but of as many as there are.
 */
export function runSampling(sampling: Sampling, vocabularyTokens: number): RunSampling {
  const greedy = sampling.temperature === 0
  const { mirostat } = sampling
  return {
    top_k: greedy ? 1 : sampling.topK || vocabularyTokens,
    top_p: sampling.topP,
    temperature: greedy ? 1 : sampling.temperature,
    repeat_penalty: sampling.repetitionPenalty,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    mirostat: mirostat?.version ?? 0,
    mirostat_tau: mirostat?.tau ?? 5,
    mirostat_eta: mirostat?.eta ?? 0.1,
  }
}

/** Of a runtime that has one sampling for all: what requests get that ask for nothing. */
export function loadSampling(vocabularyTokens: number): RunSampling {
  return runSampling(NEUTRAL_SAMPLING, vocabularyTokens)
}
