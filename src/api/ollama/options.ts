import { z } from 'zod'
import { NEUTRAL_SAMPLING, type Sampling } from '../../core/sampling.ts'
import { decodeMirostat, foldSeed } from '../fields/sampling-decode.ts'
import { samplingFields } from '../fields/sampling-schema.ts'
import { decodeStop, stopSchema } from '../fields/stop.ts'

/** What Ollama's manual gives as defaults. Its clients count on them, so they hold here too. */
const DEFAULTS = { temperature: 0.8, topK: 40, topP: 0.9, repetitionPenalty: 1.1, penaltyWindow: 64 }

/** `options`: how to sample, and the size of the context. Options of placement belong to the server's settings. */
export const optionsSchema = z
  .object({
    num_ctx: z
      .int()
      .min(1)
      .nullish()
      .describe(
        'Tokens the context must have at least; when it has fewer, another instance of the model is loaded that has as ' +
          'many. More than the model was trained for is cut to that, with a warning.',
      ),
    num_predict: z.int().min(-2).nullish().describe('Tokens to generate at most. 0 or less: as the context allows.'),
    temperature: z.number().min(0).max(100).nullish().describe('Default 0.8.'),
    top_k: samplingFields.top_k.describe('Default 40; 0 is off.'),
    top_p: samplingFields.top_p.describe('Default 0.9.'),
    min_p: samplingFields.min_p,
    typical_p: samplingFields.typical_p,
    repeat_penalty: samplingFields.repeat_penalty.describe('Default 1.1.'),
    repeat_last_n: samplingFields.repeat_last_n.describe('Default 64; -1 is the whole context.'),
    presence_penalty: z.number().min(-100).max(100).nullish(),
    frequency_penalty: z.number().min(-100).max(100).nullish(),
    seed: samplingFields.seed.describe('Negative: another every time.'),
    stop: stopSchema,
    mirostat: samplingFields.mirostat,
    mirostat_tau: samplingFields.mirostat_tau,
    mirostat_eta: samplingFields.mirostat_eta,
  })
  .meta({ id: 'OllamaOptions' })

export type OptionFields = z.infer<typeof optionsSchema>

export function decodeSampling(options: OptionFields): Sampling {
  const { seed } = options
  return {
    ...NEUTRAL_SAMPLING,
    temperature: options.temperature ?? DEFAULTS.temperature,
    topK: options.top_k ?? DEFAULTS.topK,
    topP: options.top_p ?? DEFAULTS.topP,
    minP: options.min_p ?? NEUTRAL_SAMPLING.minP,
    typicalP: options.typical_p ?? NEUTRAL_SAMPLING.typicalP,
    repetitionPenalty: options.repeat_penalty ?? DEFAULTS.repetitionPenalty,
    penaltyWindow: options.repeat_last_n ?? DEFAULTS.penaltyWindow,
    presencePenalty: options.presence_penalty ?? NEUTRAL_SAMPLING.presencePenalty,
    frequencyPenalty: options.frequency_penalty ?? NEUTRAL_SAMPLING.frequencyPenalty,
    seed: typeof seed === 'number' && seed >= 0 ? foldSeed(seed) : null,
    mirostat: decodeMirostat(options),
  }
}

/** What of the sampling is as the manual has it, since nobody said anything. */
export function assumedIn(options: OptionFields): readonly (keyof Sampling)[] {
  const given: Readonly<Record<keyof typeof DEFAULTS, unknown>> = {
    temperature: options.temperature,
    topK: options.top_k,
    topP: options.top_p,
    repetitionPenalty: options.repeat_penalty,
    penaltyWindow: options.repeat_last_n,
  }
  return (Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]).filter((name) => (given[name] ?? null) === null)
}

/** Tokens to generate at most; `null`: until the context is full. */
export function decodeLimit({ num_predict }: OptionFields): number | null {
  return typeof num_predict === 'number' && num_predict > 0 ? num_predict : null
}

export function decodeStops(options: OptionFields): readonly string[] {
  return decodeStop(options.stop)
}
