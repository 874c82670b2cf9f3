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
  let sum = 0
  const likeliest: number[] = []
  for (let token = 0; token < logits.length; token++) {
    const logit = logits[token] as number
    if (logit > max) {
      sum = sum * Math.exp(max - logit) + 1
      max = logit
    } else sum += Math.exp(logit - max)
    if (top > 0) keepLargest(likeliest, token, logits, top)
  }
  return { normaliser: max + Math.log(sum), likeliest }
}

/** Token ids of the `top` largest values, largest first; ties in order of id. */
export function largest(values: Float32Array, top: number): readonly number[] {
  const ids: number[] = []
  for (let id = 0; id < values.length; id++) keepLargest(ids, id, values, top)
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
function keepLargest(ids: number[], id: number, values: Float32Array, size: number): void {
  const value = values[id] as number
  if (ids.length === size && !(value > (values[ids[size - 1] as number] as number))) return
  let at = ids.length
  while (at > 0 && (values[ids[at - 1] as number] as number) < value) at--
  ids.splice(at, 0, id)
  if (ids.length > size) ids.pop()
}
