import type { RankedToken, TokenLogprob } from '../../../../core/event.ts'
import type { Vocabulary } from '../native/vocabulary.ts'

/**
 * Log-softmax of raw logits: what the model itself thinks, before temperature and other samplers.
 * @param top how many of the likeliest tokens to list, likeliest first; ties in order of token id
 * @returns the logarithm to subtract from a logit to get its logprob, and the ids of the likeliest
 */
export function logSoftmax(
  logits: Float32Array,
  top: number,
): { readonly normaliser: number; readonly likeliest: readonly number[] } {
  const likeliest = top > 0 ? largest(logits, top) : []
  const max = top > 0 ? (logits[likeliest[0] as number] as number) : maximum(logits)
  // Two sums: an addition needn't wait for the one before it.
  let even = 0
  let odd = 0
  const pairs = logits.length - (logits.length % 2)
  for (let token = 0; token < pairs; token += 2) {
    even += decay(max - (logits[token] as number))
    odd += decay(max - (logits[token + 1] as number))
  }
  if (pairs < logits.length) even += decay(max - (logits[pairs] as number))
  return { normaliser: max + Math.log(even + odd), likeliest }
}

/** e^-x is looked up in steps of a 64th, up to 32: what is below e^-32 adds nothing to a sum of at least 1. */
const STEPS = 64
const DECAYS = Float64Array.from({ length: 32 * STEPS }, (_, step) => Math.exp(-step / STEPS))

/**
 * e^-x for x from 0, to one part in 10^11: the nearest step below times a short series. `Math.exp` is exact to the last
 * digit and takes several times as long, which over a large vocabulary is a tenth of a step.
 */
function decay(x: number): number {
  const step = Math.floor(x * STEPS)
  if (!(step < DECAYS.length)) return 0
  const r = step / STEPS - x
  return (DECAYS[step] as number) * (1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24)))))
}

/** Two at a time, so that no comparison waits for the one before it; `Math.max` would tell −0 from 0 each time. */
function maximum(values: Float32Array): number {
  let even = Number.NEGATIVE_INFINITY
  let odd = Number.NEGATIVE_INFINITY
  for (let at = 0; at < values.length; at += 2) {
    const one = values[at] as number
    const other = values[at + 1] ?? Number.NEGATIVE_INFINITY
    if (one > even) even = one
    if (other > odd) odd = other
  }
  return Math.max(even, odd)
}

/** Token ids of the `top` largest values, largest first; ties in order of id. */
export function largest(values: Float32Array, top: number): readonly number[] {
  const ids: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let id = 0; id < values.length; id++) {
    if (ids.length === top && !((values[id] as number) > least)) continue
    insertLargest(ids, id, values, top)
    least = values[ids.at(-1) as number] as number
  }
  return ids
}

/** How likely the sampled token was, and its rivals. */
export function tokenLogprob(token: number, logits: Float32Array, top: number, vocabulary: Vocabulary): TokenLogprob {
  const { normaliser, likeliest } = logSoftmax(logits, top)
  const ranked = (id: number): RankedToken => ({
    id,
    bytes: Buffer.from(vocabulary.piece(id)).toString('base64'),
    logprob: (logits[id] as number) - normaliser,
  })
  return { ...ranked(token), top: likeliest.map(ranked) }
}

/** Inserts `id` into a list sorted by value downwards, at most `size` long. */
function insertLargest(ids: number[], id: number, values: Float32Array, size: number): void {
  const value = values[id] as number
  let at = ids.length
  while (at > 0 && (values[ids[at - 1] as number] as number) < value) at--
  ids.splice(at, 0, id)
  if (ids.length > size) ids.pop()
}
