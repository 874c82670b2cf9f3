import type { RankedToken, TokenLogprob } from '../../../../core/event.ts'
import type { Vocabulary } from '../native/vocabulary.ts'

/**
 * Log-softmax of raw logits, read once: what the model itself thinks, before temperature and other samplers.
 * @param top how many of the likeliest tokens to list, likeliest first; ties in order of token id
 * @returns the logarithm to subtract from a logit to get its logprob, and the ids of the likeliest
 */
export function logSoftmax(
  logits: Float32Array,
  top: number,
): { readonly normaliser: number; readonly likeliest: readonly number[] } {
  let max = Number.NEGATIVE_INFINITY
  for (let token = 0; token < logits.length; token++) max = Math.max(max, logits[token] as number)
  let sum = 0
  for (let token = 0; token < logits.length; token++) sum += exponential((logits[token] as number) - max)
  const likeliest = top > 0 ? largest(logits, top) : []
  return { normaliser: max + Math.log(sum), likeliest }
}

/** Powers of two from 2^-64 to 1: what is below adds nothing to a sum of at least 1. */
const SMALLEST_POWER = -64
const POWERS = Float64Array.from({ length: 1 - SMALLEST_POWER }, (_, at) => 2 ** (at + SMALLEST_POWER))

/**
 * e^x for x up to 0, to one part in 10^11: a power of two times a short series. `Math.exp` is exact to the last digit
 * and takes several times as long, which over a large vocabulary is a tenth of a step.
 */
function exponential(x: number): number {
  const power = Math.floor(x * Math.LOG2E + 0.5)
  if (!(power >= SMALLEST_POWER)) return 0
  const r = x - power * Math.LN2
  const low = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24))))
  const high = 1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * (1 / 362880))))
  const square = r * r
  return (low + square * square * r * high) * (POWERS[power - SMALLEST_POWER] as number)
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
