/**
 * What comes of dropping as few as possible, up to `most`, so that it fits; of dropping them all when nothing does.
 * Each look costs a rendering, so they are few: dropping more never fits less.
 * @param whole what comes of dropping none
 */
export async function fewestThatFit<Outcome extends { readonly fits: boolean }>(
  whole: Outcome,
  most: number,
  outcomeOf: (dropped: number) => Promise<Outcome>,
): Promise<Outcome> {
  if (whole.fits || most === 0) return whole
  let best = await outcomeOf(most)
  let [tooFew, enough] = [0, most]
  while (best.fits && enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    const outcome = await outcomeOf(middle)
    if (outcome.fits) {
      enough = middle
      best = outcome
    } else tooFew = middle
  }
  return best
}
