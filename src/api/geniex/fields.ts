import { z } from 'zod'
import { samplingFields } from '../fields/sampling-schema.ts'
import { wishFields } from '../fields/wish-fields.ts'

/** Sampling, with the bounds of GenieX's document. */
export const geniexSamplingFields = {
  ...samplingFields,
  temperature: z
    .number()
    .max(2)
    .transform((value) => Math.max(0, value))
    .nullish()
    .describe('0 always takes the likeliest token, and so does any negative number. Default 0.8.'),
  top_p: samplingFields.top_p.describe(
    'Sample from the likeliest tokens that together have this probability. Default 0.95.',
  ),
  top_k: samplingFields.top_k.describe('Sample from the k likeliest tokens. 0 is off. Default 40.'),
  min_p: samplingFields.min_p.describe(
    'Drop tokens that are less likely than this share of the likeliest. Default 0.05.',
  ),
  repetition_penalty: z
    .number()
    .min(0)
    .max(100)
    .transform((value) => (value === 0 ? 1 : value))
    .nullish()
    .describe('Divides the logits of tokens seen before; 1, or 0, is off. Default 1.'),
}

/** Where the model is to run. */
export const geniexWishFields = {
  ...wishFields,
  ngl: z
    .int()
    .transform((layers) => Math.max(-1, layers))
    .nullish()
    .describe('Layers kept on an accelerator; negative is all. Default: as the model is loaded.'),
}

/** What GenieX samples with when it isn't told. */
export const GENIEX_SAMPLING = { temperature: 0.8, top_k: 40, top_p: 0.95, min_p: 0.05 } as const
