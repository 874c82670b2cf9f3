/** A token and the natural logarithm of its probability. */
export interface TokenLogprob {
  readonly token: number
  readonly logprob: number
}

/**
 * Log-softmax of raw logits, read once: what the model itself thinks, before temperature and other samplers.
 * @param top how many of the likeliest tokens to list, likeliest first; ties in order of token id
 * @returns the logarithm to subtract from a logit to get its logprob, and the list
 */
export function logSoftmax(
  logits: Float32Array,
  top: number,
): { readonly normaliser: number; readonly top: TokenLogprob[] } {
  let max = Number.NEGATIVE_INFINITY
  let sum = 0
  const best: { token: number; logit: number }[] = []
  let threshold = Number.NEGATIVE_INFINITY
  for (let token = 0; token < logits.length; token++) {
    const logit = logits[token] as number
    if (logit > max) {
      sum = sum * Math.exp(max - logit) + 1
      max = logit
    } else sum += Math.exp(logit - max)
    if (top > 0 && (best.length < top || logit > threshold)) threshold = insert(best, { token, logit }, top)
  }
  const normaliser = max + Math.log(sum)
  return { normaliser, top: best.map(({ token, logit }) => ({ token, logprob: logit - normaliser })) }
}

/** Inserts into a list sorted downwards, at most `size` long; returns the logit that a further one has to exceed. */
function insert(
  best: { token: number; logit: number }[],
  entry: { token: number; logit: number },
  size: number,
): number {
  let at = best.length
  while (at > 0 && (best[at - 1]?.logit ?? 0) < entry.logit) at--
  best.splice(at, 0, entry)
  if (best.length > size) best.pop()
  return best.length < size ? Number.NEGATIVE_INFINITY : (best.at(-1)?.logit ?? Number.NEGATIVE_INFINITY)
}
