import { type Fit, fitOf, usualWorkingBytes } from '../advisor/fit.ts'
import type { Profile } from '../advisor/profile.ts'
import { score } from '../advisor/score.ts'
import { definitionOf } from './definition.ts'
import { LIBRARY, type LibraryModel } from './library.ts'

/** What models may use. */
export interface Memory {
  readonly totalBytes: number
  readonly availableBytes: number
}

/** A model of the library, and whether it has room here with the usual context. */
export interface Suited {
  readonly model: LibraryModel
  readonly fit: Fit
}

/**
 * The models with all of these words, the best for a machine with this memory first: those picked for the profile, then
 * the others that have room, then those that have none.
 */
export function suited(words: string, profile: Profile, memory: Memory): readonly Suited[] {
  return LIBRARY.filter((model) => matches(model, words))
    .map((model) => ({ model, fit: fitIn(model, memory) }))
    .toSorted((a, b) => rank(b, profile) - rank(a, profile))
}

function fitIn(model: LibraryModel, { availableBytes, totalBytes }: Memory): Fit {
  const workingBytes = usualWorkingBytes(model.parameters, definitionOf(model).contextTokens)
  return fitOf({ weightBytes: model.sizeBytes, workingBytes }, availableBytes, totalBytes)
}

function matches({ id, name, description, source }: LibraryModel, words: string): boolean {
  const text = `${id} ${name} ${description} ${source}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function rank({ model, fit }: Suited, profile: Profile): number {
  const candidate = {
    id: model.id,
    generates: model.kind === 'chat',
    readsImages: model.readsImages,
    callsTools: model.callsTools,
    parameters: model.parameters,
    weightBytes: model.sizeBytes * (model.activeParameters / model.parameters),
    memoryBytes: model.sizeBytes,
    unit: 'cpu' as const,
    tokensPerSecond: null,
  }
  const picked = model.profiles.includes(profile) ? 1e6 : 0
  return picked - (fit.verdict === 'no' ? 1e8 : 0) - (candidate.generates ? 0 : 1e9) + score(candidate, profile)
}
