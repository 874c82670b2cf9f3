import type { Parameter } from '../core/capability.ts'
import type { ChatRequest } from '../core/chat.ts'
import { TrivetError } from '../core/errors.ts'
import { NEUTRAL_SAMPLING, type Sampling } from '../core/sampling.ts'
import type { OpenModel } from '../scheduler/scheduler.ts'

/** The names clients know these by, and the values that leave them unused. */
const PARAMETERS: Readonly<Record<Parameter, { readonly name: string; readonly neutral: string }>> = {
  temperature: { name: 'temperature', neutral: '1' },
  topK: { name: 'top_k', neutral: '0' },
  topP: { name: 'top_p', neutral: '1' },
  minP: { name: 'min_p', neutral: '0' },
  typicalP: { name: 'typical_p', neutral: '1' },
  repetitionPenalty: { name: 'repetition_penalty', neutral: '1' },
  presencePenalty: { name: 'presence_penalty', neutral: '0' },
  frequencyPenalty: { name: 'frequency_penalty', neutral: '0' },
  penaltyWindow: { name: 'repeat_last_n', neutral: '-1' },
  dry: { name: 'dry_multiplier', neutral: '0' },
  xtc: { name: 'xtc_probability', neutral: '0' },
  mirostat: { name: 'mirostat', neutral: '0' },
  seed: { name: 'seed', neutral: 'null' },
  logitBias: { name: 'logit_bias', neutral: '{}' },
  maxTokens: { name: 'max_completion_tokens', neutral: 'null' },
  minTokens: { name: 'min_tokens', neutral: '0' },
  ignoreEos: { name: 'ignore_eos', neutral: 'false' },
  logprobs: { name: 'logprobs', neutral: 'false' },
  constraint: { name: 'response_format', neutral: '{"type":"text"}' },
  adapters: { name: 'lora', neutral: '[]' },
  speculation: { name: 'spec_type', neutral: '"none"' },
}

/**
 * Never silent: what this model's engine can't honour is refused by name, before any work. Throws
 * `unsupported_parameter`, or `invalid_value` for a bias on a token that the vocabulary doesn't have.
 */
export function refuseUnsupported(open: OpenModel, request: ChatRequest): void {
  const used = [...usedSampling(request.sampling), ...(request.maxTokens === null ? [] : (['maxTokens'] as const))]
  for (const parameter of used) {
    if (open.capabilities.parameters[parameter] === 'refused') {
      const { name, neutral } = PARAMETERS[parameter]
      throw new TrivetError('unsupported_parameter', { parameter: name, where: `the model ${open.id}`, neutral }, name)
    }
  }
  const vocabulary = open.model.vocabularyTokens
  const foreign = request.sampling.logitBias.find(([token]) => token >= vocabulary)
  if (foreign) {
    const reason = `\`logit_bias\` names the token ${foreign[0]}, but the vocabulary of this model ends at ${vocabulary - 1}.`
    throw new TrivetError('invalid_value', { reason }, PARAMETERS.logitBias.name)
  }
}

function usedSampling(sampling: Sampling): readonly (keyof Sampling)[] {
  const names = Object.keys(NEUTRAL_SAMPLING) as (keyof Sampling)[]
  return names.filter((name) => !isNeutral(sampling, name))
}

function isNeutral(sampling: Sampling, name: keyof Sampling): boolean {
  return name === 'logitBias' ? sampling.logitBias.length === 0 : sampling[name] === NEUTRAL_SAMPLING[name]
}
