import { TrivetError } from '../../../core/errors.ts'
import { NEUTRAL_SAMPLING, type Sampling } from '../../../core/sampling.ts'
import type { GenerateTask } from '../../../core/task.ts'
import type { Dialect } from './dialect.ts'

/** What chats and plain prompts have in common. */
export interface Limits extends Pick<GenerateTask, 'maxTokens' | 'minTokens' | 'ignoreEos'> {
  readonly prediction?: string | null
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The fields of a request that say how to sample. What is neutral is left out, so that the server's own choice for the
 * model stands.
 */
export function samplingFields(sampling: Sampling, { fields }: Dialect): Fields {
  const { dry, xtc, mirostat, logitBias, ...plain } = sampling
  const said = Object.entries(plain).flatMap(([name, value]) => {
    const field = fields[name as keyof typeof plain]
    return field === undefined || value === NEUTRAL_SAMPLING[name as keyof typeof plain] ? [] : [[field, value]]
  })
  return {
    ...Object.fromEntries(said),
    ...(logitBias.length > 0 && { logit_bias: Object.fromEntries(logitBias) }),
    ...(dry && {
      dry_multiplier: dry.multiplier,
      dry_base: dry.base,
      dry_allowed_length: dry.allowedLength,
      dry_penalty_last_n: dry.window,
      dry_sequence_breakers: dry.breakers,
    }),
    ...(xtc && { xtc_probability: xtc.probability, xtc_threshold: xtc.threshold }),
    ...(mirostat && { mirostat: mirostat.version, mirostat_tau: mirostat.tau, mirostat_eta: mirostat.eta }),
  }
}

export function limitFields(
  { maxTokens, minTokens = 0, ignoreEos = false, prediction }: Limits,
  dialect: Dialect,
): Fields {
  const { fields } = dialect
  return {
    ...(maxTokens !== null && { max_tokens: maxTokens }),
    ...(minTokens > 0 && fields.minTokens && { [fields.minTokens]: minTokens }),
    ...(ignoreEos && fields.ignoreEos && { [fields.ignoreEos]: true }),
    ...(prediction && fields.prediction && { prediction: { type: 'content', content: prediction } }),
  }
}

/** A value under a field that may lie in another: `structured_outputs.regex`. */
export function under(path: string, value: unknown): Fields {
  return path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Fields
}

/** Throws that `parameter` can't be had of this model. */
export function refuse(model: string, parameter: string, neutral: string): never {
  const where = `the server behind the model ${model}`
  throw new TrivetError('unsupported_parameter', { parameter, where, neutral }, parameter)
}
