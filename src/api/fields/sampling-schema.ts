import { z } from 'zod'

const fraction = z.number().min(0).max(1)
const penalty = z.number().min(-2).max(2)
const repetition = z.number().min(0.01).max(10)
const window = z.int().min(-1).max(1_000_000)

/** Sampling fields as OpenAI's API has them, then those that local servers share. Null is the same as absent. */
export const samplingFields = {
  temperature: z.number().min(0).max(2).nullish().describe('0 always takes the likeliest token. Default 1.'),
  top_p: fraction
    .nullish()
    .describe('Sample from the likeliest tokens that together have this probability. Default 1.'),
  presence_penalty: penalty.nullish().describe('Taken once from the logit of a token generated before. Default 0.'),
  frequency_penalty: penalty.nullish().describe('Taken for each time a token was generated before. Default 0.'),
  logit_bias: z
    .record(
      z.string().regex(/^(0|[1-9]\d{0,8})$/, 'keys are token ids, without leading zeros'),
      z.number().min(-100).max(100),
    )
    .nullish()
    .describe('Added to the logits of these token ids; -100 bans, 100 forces in practice.'),
  seed: z
    .number()
    .multipleOf(1)
    .min(-(2 ** 63))
    .max(2 ** 64)
    .nullish()
    .describe(
      'Fixes what is drawn. The text is the same every time, whatever is cached and whoever else is served, when the model ' +
        'was loaded with `deterministic`; without, a near tie may fall otherwise. Its low 32 bits count.',
    ),
  top_k: z.int().min(0).max(1_000_000).nullish().describe('Sample from the k likeliest tokens; 0 is off. Default 0.'),
  min_p: fraction.nullish().describe('Drop tokens less likely than this times the likeliest. Default 0.'),
  typical_p: fraction.nullish().describe('Locally typical sampling; 1 is off. Default 1.'),
  repetition_penalty: repetition
    .nullish()
    .describe('Divides the logits of tokens seen before, prompt included; 1 is off. Default 1.'),
  repeat_penalty: repetition.nullish().describe('Another name of `repetition_penalty`, which wins.'),
  repeat_last_n: window.nullish().describe('Tokens the penalties look back; -1 is the whole context. Default -1.'),
  dry_multiplier: z.number().min(0).max(100).nullish().describe('Strength of DRY sampling; 0 is off. Default 0.'),
  dry_base: z
    .number()
    .min(1)
    .max(100)
    .nullish()
    .describe('How the DRY penalty grows with the repetition. Default 1.75.'),
  dry_allowed_length: z.int().min(1).max(1_000_000).nullish().describe('Repetitions up to this go free. Default 2.'),
  dry_penalty_last_n: window.nullish().describe('Tokens DRY looks back; -1 is the whole context. Default -1.'),
  dry_sequence_breakers: z
    .array(z.string().min(1).max(100))
    .max(64)
    .nullish()
    .describe('Repetitions are not followed across these. Default newline, colon, double quote, asterisk.'),
  xtc_probability: fraction
    .nullish()
    .describe('Chance of excluding the top choices at each token; 0 is off. Default 0.'),
  xtc_threshold: fraction.nullish().describe('Top choices are the tokens likelier than this. Default 0.1.'),
  mirostat: z.int().min(0).max(2).nullish().describe('Mirostat version 1 or 2; 0 is off. Default 0.'),
  mirostat_tau: z
    .number()
    .min(0)
    .max(100)
    .nullish()
    .describe('Perplexity Mirostat holds, as its logarithm. Default 5.'),
  mirostat_eta: fraction.nullish().describe('How fast Mirostat learns. Default 0.1.'),
}

export const samplingSchema = z.object(samplingFields)
export type SamplingFields = z.infer<typeof samplingSchema>
