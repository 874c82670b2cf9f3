import type { Profile } from './profile.ts'
import { type Candidate, score } from './score.ts'

/** What a request needs of whoever answers it. */
export interface Needs {
  /** It shows images. */
  readonly images: boolean
  /** It lets sounds be heard. */
  readonly sounds: boolean
  /** It offers tools. */
  readonly tools: boolean
}

/** A text is to be gone on with. */
export const TEXT_ALONE: Needs = { images: false, sounds: false, tools: false }

/**
 * The best of these for the request, by the profile; the first of equals. Images need a model that sees, sounds one that hears; tools one
 * trained for them, where there is one, since any model can be held to the form of a call.
 */
export function choose(candidates: readonly Candidate[], needs: Needs, profile: Profile): Candidate | null {
  const able = candidates.filter(
    ({ generates, readsImages, hears }) => generates && (readsImages || !needs.images) && (hears || !needs.sounds),
  )
  const trained = able.filter(({ callsTools }) => callsTools)
  const fit = needs.tools && trained.length > 0 ? trained : able
  return fit.reduce<Candidate | null>(
    (best, next) => (best === null || score(next, profile) > score(best, profile) ? next : best),
    null,
  )
}
