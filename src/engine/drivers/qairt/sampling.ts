import type { Sampling } from '../../../core/sampling.ts'
import type { GenieDialog, GenieSampling } from './native/dialog.ts'

/** What Genie can be told of an answer's sampling; the rest is refused. */
export const SAMPLED = ['temperature', 'topK', 'topP', 'seed'] as const satisfies readonly (keyof Sampling)[]

const LARGEST_SEED = 2 ** 31

/** In Genie's words. It has no greedy sampling that all releases know, but that of the likeliest token alone. */
export function genieSampling(
  { temperature, topK, topP, seed }: Sampling,
  vocabularyTokens: number,
  random: () => number,
): GenieSampling {
  const greedy = temperature === 0
  return {
    seed: seed ?? Math.floor(random() * LARGEST_SEED),
    temp: greedy ? 1 : temperature,
    'top-k': greedy ? 1 : topK || vocabularyTokens,
    'top-p': topP,
  }
}

/** Tokens that are looked at. */
const ENOUGH = 8

/** So hot that every token is about as likely as any other. */
const HOT = 100

/**
 * Whether an answer's sampling is heeded. Releases are known that take a sampler's settings and go on as before, so it
 * is tried: an answer of likeliest tokens is no answer of any tokens.
 */
export async function heedsSampling(dialog: GenieDialog, vocabularyTokens: number): Promise<boolean> {
  async function beginning(sampling: GenieSampling): Promise<string> {
    const told: Uint8Array[] = []
    dialog.sample(sampling)
    await dialog.query('1 2 3', ENOUGH, (bytes) => {
      if (told.length < ENOUGH) told.push(bytes)
      if (told.length === ENOUGH) dialog.abort()
    })
    return Buffer.concat(told).toString('base64')
  }
  const likeliest = await beginning({ seed: 1, temp: 1, 'top-k': 1, 'top-p': 1 })
  const any = await beginning({ seed: 1, temp: HOT, 'top-k': vocabularyTokens, 'top-p': 1 })
  return likeliest !== any
}
