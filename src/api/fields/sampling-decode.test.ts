import { expect, test } from 'vitest'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import { decodeSampling, foldSeed } from './sampling-decode.ts'
import { samplingFields, samplingSchema } from './sampling-schema.ts'

test('nothing asked for is neutral, whether absent or null', () => {
  expect(decodeSampling({})).toEqual(NEUTRAL_SAMPLING)
  const nulls = Object.fromEntries(Object.keys(samplingFields).map((name) => [name, null]))
  expect(decodeSampling(samplingSchema.parse(nulls))).toEqual(NEUTRAL_SAMPLING)
})

test('every field arrives', () => {
  const fields = samplingSchema.parse({
    temperature: 0,
    top_p: 0,
    presence_penalty: -2,
    frequency_penalty: 2,
    logit_bias: { '5': -100, '31': 1.5 },
    seed: 7,
    top_k: 40,
    min_p: 0.05,
    typical_p: 0.9,
    repetition_penalty: 1.1,
    repeat_last_n: 64,
    dry_multiplier: 0.8,
    dry_base: 2,
    dry_allowed_length: 3,
    dry_penalty_last_n: 128,
    dry_sequence_breakers: ['.'],
    xtc_probability: 0.5,
    xtc_threshold: 0.2,
    mirostat: 2,
    mirostat_tau: 4,
    mirostat_eta: 0.2,
  })
  expect(decodeSampling(fields)).toEqual({
    temperature: 0,
    topP: 0,
    presencePenalty: -2,
    frequencyPenalty: 2,
    logitBias: [
      [5, -100],
      [31, 1.5],
    ],
    seed: 7,
    topK: 40,
    minP: 0.05,
    typicalP: 0.9,
    repetitionPenalty: 1.1,
    penaltyWindow: 64,
    dry: { multiplier: 0.8, base: 2, allowedLength: 3, window: 128, breakers: ['.'] },
    xtc: { probability: 0.5, threshold: 0.2 },
    mirostat: { version: 2, tau: 4, eta: 0.2 },
  })
})

test('samplers that are switched off are not there, whatever their details', () => {
  const off = { dry_multiplier: 0, dry_base: 3, xtc_probability: 0, xtc_threshold: 0.3, mirostat: 0, mirostat_tau: 9 }
  expect(decodeSampling(off)).toEqual(NEUTRAL_SAMPLING)
})

test('details left out have their authors defaults', () => {
  const { dry, xtc, mirostat } = decodeSampling({ dry_multiplier: 1, xtc_probability: 1, mirostat: 1 })
  expect(dry).toEqual({ multiplier: 1, base: 1.75, allowedLength: 2, window: -1, breakers: ['\n', ':', '"', '*'] })
  expect(xtc).toEqual({ probability: 1, threshold: 0.1 })
  expect(mirostat).toEqual({ version: 1, tau: 5, eta: 0.1 })
})

test('repeat_penalty is another name, and the longer one wins', () => {
  expect(decodeSampling({ repeat_penalty: 1.2 }).repetitionPenalty).toBe(1.2)
  expect(decodeSampling({ repeat_penalty: 1.2, repetition_penalty: 1.3 }).repetitionPenalty).toBe(1.3)
})

test.each([
  [0, 0],
  [42, 42],
  [-1, 0xffff_ffff],
  [0xffff_ffff, 0xffff_ffff],
  [2 ** 32 + 5, 5],
  [-(2 ** 63), 0],
])('seed %d folds to %d', (seed, folded) => {
  expect(foldSeed(samplingSchema.parse({ seed }).seed ?? Number.NaN)).toBe(folded)
})
