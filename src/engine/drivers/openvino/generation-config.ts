import type { Sampling } from '../../../core/sampling.ts'
import type { GenerateTask } from '../../../core/task.ts'

/** What OpenVINO GenAI can be told of an answer's sampling; the rest is refused. */
export const SAMPLED = [
  'temperature',
  'topK',
  'topP',
  'repetitionPenalty',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
] as const satisfies readonly (keyof Sampling)[]

const LARGEST_SEED = 2 ** 32

/** In OpenVINO's words, which has penalties and the like only as what they are when nothing else is said. */
export function generationConfig(
  { sampling, minTokens = 0, ignoreEos = false }: GenerateTask,
  limit: number,
  vocabularyTokens: number,
  random: () => number,
): Readonly<Record<string, unknown>> {
  const { temperature, topK, topP, seed } = sampling
  const greedy = temperature === 0
  return {
    max_new_tokens: limit,
    min_new_tokens: Math.min(minTokens, limit),
    ignore_eos: ignoreEos,
    // The prompt has been made already.
    apply_chat_template: false,
    repetition_penalty: sampling.repetitionPenalty,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    do_sample: !greedy,
    ...(!greedy && {
      temperature,
      top_k: topK || vocabularyTokens,
      top_p: topP,
      rng_seed: seed ?? Math.floor(random() * LARGEST_SEED),
    }),
  }
}
