import {
  type DrySampling,
  type MirostatSampling,
  NEUTRAL_SAMPLING,
  type Sampling,
  type XtcSampling,
} from '../../core/sampling.ts'
import type { SamplingFields } from './sampling-schema.ts'

/** Default breakers of the DRY sampler's author. */
const DRY_BREAKERS: readonly string[] = ['\n', ':', '"', '*']

/** What is absent or null stays neutral, so that the model's own distribution is sampled. */
export function decodeSampling(fields: SamplingFields): Sampling {
  const neutral = NEUTRAL_SAMPLING
  return {
    temperature: fields.temperature ?? neutral.temperature,
    topK: fields.top_k ?? neutral.topK,
    topP: fields.top_p ?? neutral.topP,
    minP: fields.min_p ?? neutral.minP,
    typicalP: fields.typical_p ?? neutral.typicalP,
    repetitionPenalty: fields.repetition_penalty ?? fields.repeat_penalty ?? neutral.repetitionPenalty,
    presencePenalty: fields.presence_penalty ?? neutral.presencePenalty,
    frequencyPenalty: fields.frequency_penalty ?? neutral.frequencyPenalty,
    penaltyWindow: fields.repeat_last_n ?? neutral.penaltyWindow,
    dry: decodeDry(fields),
    xtc: decodeXtc(fields),
    mirostat: decodeMirostat(fields),
    seed: typeof fields.seed === 'number' ? foldSeed(fields.seed) : neutral.seed,
    logitBias: Object.entries(fields.logit_bias ?? {}).map(([token, bias]) => [Number(token), bias]),
  }
}

/** The low 32 bits, unsigned: engines take no more, and clients send up to 64 with either sign. */
export function foldSeed(seed: number): number {
  return Number(BigInt.asUintN(32, BigInt(seed)))
}

function decodeDry(fields: SamplingFields): DrySampling | null {
  const multiplier = fields.dry_multiplier ?? 0
  if (multiplier === 0) return null
  return {
    multiplier,
    base: fields.dry_base ?? 1.75,
    allowedLength: fields.dry_allowed_length ?? 2,
    window: fields.dry_penalty_last_n ?? -1,
    breakers: fields.dry_sequence_breakers ?? DRY_BREAKERS,
  }
}

function decodeXtc(fields: SamplingFields): XtcSampling | null {
  const probability = fields.xtc_probability ?? 0
  return probability === 0 ? null : { probability, threshold: fields.xtc_threshold ?? 0.1 }
}

export function decodeMirostat(
  fields: Pick<SamplingFields, 'mirostat' | 'mirostat_tau' | 'mirostat_eta'>,
): MirostatSampling | null {
  const version = fields.mirostat
  if (version !== 1 && version !== 2) return null
  return { version, tau: fields.mirostat_tau ?? 5, eta: fields.mirostat_eta ?? 0.1 }
}
