import type { Placement } from '../core/placement.ts'
import type { Wish } from '../core/wish.ts'
import type { Plan } from '../engine/driver.ts'

/** A wish for a larger context is met in steps, so that one for a little more finds it met. */
const CONTEXT_STEP = 1024

/** The placement that meets a wish, by a model's own. */
export function placementFor(own: Placement, { contextTokens, gpuLayers, compute }: Wish): Placement {
  return {
    ...own,
    ...(contextTokens !== undefined && { contextTokens: Math.ceil(contextTokens / CONTEXT_STEP) * CONTEXT_STEP }),
    ...(gpuLayers !== undefined && { gpuLayers }),
    ...(compute !== undefined && { compute }),
  }
}

/** Whether a wish is about anything that was decided when the model was loaded. */
export function isAboutPlacement({ contextTokens, gpuLayers, compute }: Wish): boolean {
  return contextTokens !== undefined || gpuLayers !== undefined || compute !== undefined
}

/** What a loaded or planned group is. */
export interface Offer {
  readonly plan: Plan | null
  /** `null`: unknown. */
  readonly contextTokens: number | null
}

/** Whether what is offered does for a request that would be given the other: the same but for a context as large. */
export function covers(offer: Offer, wanted: Offer, contextTokens: number | undefined): boolean {
  if (offer.plan === null || wanted.plan === null) return false
  if (!samePlan(offer.plan, wanted.plan)) return false
  if (contextTokens === undefined) return offer.contextTokens === wanted.contextTokens
  return (offer.contextTokens ?? 0) >= contextTokens
}

/** Whether two plans differ in nothing but the context. */
export function samePlan({ contextTokens: _a, ...a }: Plan, { contextTokens: _b, ...b }: Plan): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
