import type { Parameter } from '../../core/capability.ts'
import { TrivetError } from '../../core/errors.ts'
import type { GenerateTask } from '../../core/task.ts'
import { usedParameters } from '../../core/used-parameters.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'

/** The names clients know parameters by, and the values that leave them unused. */
export type ParameterNames = Readonly<Record<Parameter, { readonly name: string; readonly neutral: string }>>

/** As chat completions have them. */
export const CHAT_PARAMETERS: ParameterNames = {
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
  adapters: { name: 'lora_path', neutral: 'null' },
  speculation: { name: 'spec_type', neutral: '"none"' },
  prediction: { name: 'prediction', neutral: 'null' },
}

/**
 * Never silent: what this model's engine can't honour is refused by name, before any work. Throws
 * `unsupported_parameter`, in `renamed` words where an API has others, or `invalid_value` for a bias on a token that the vocabulary doesn't have.
 */
export function refuseUnsupported(open: OpenModel, task: GenerateTask, renamed: Partial<ParameterNames> = {}): void {
  for (const parameter of usedParameters(task)) {
    if (open.capabilities.parameters[parameter] === 'refused') {
      const { name, neutral } = renamed[parameter] ?? CHAT_PARAMETERS[parameter]
      throw new TrivetError('unsupported_parameter', { parameter: name, where: `the model ${open.id}`, neutral }, name)
    }
  }
  const vocabulary = open.model.vocabularyTokens
  const foreign = task.sampling.logitBias.find(([token]) => token >= vocabulary)
  if (foreign) {
    const reason = `\`logit_bias\` names the token ${foreign[0]}, but the vocabulary of this model ends at ${vocabulary - 1}.`
    throw new TrivetError('invalid_value', { reason }, CHAT_PARAMETERS.logitBias.name)
  }
}
