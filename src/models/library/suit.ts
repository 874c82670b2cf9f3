import type { MachineReport } from '../../core/machine.ts'
import { adviseModel, type DeviceAdvice } from '../advisor/advise.ts'
import { type Fit, fitOf, usualWorkingBytes } from '../advisor/fit.ts'
import type { Measurements } from '../advisor/measurements.ts'
import { candidateOf } from '../advisor/pick.ts'
import type { Profile } from '../advisor/profile.ts'
import { score } from '../advisor/score.ts'
import { sitesOf } from '../advisor/sites.ts'
import { definitionOf } from './definition.ts'
import { figuresOf } from './figures.ts'
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
  /** On the device that suits it best; `null`: no engine here would run it. */
  readonly advice: DeviceAdvice | null
}

/** None of them is here, so that nothing of them was measured. */
const NOTHING_MEASURED: Measurements = { of: () => null, models: [], usualError: null }

const ROOM = { fits: 2, tight: 1, no: 0 } as const

/**
 * The models with all of these words, the best for this machine first: those picked for the profile, then the others
 * that have room, then those that have none.
 */
export function suited(words: string, profile: Profile, report: MachineReport): readonly Suited[] {
  const sites = sitesOf(report)
  return LIBRARY.filter((model) => matches(model, words))
    .map((model) => {
      const advice = roomiest(adviseModel(figuresOf(model), sites, NOTHING_MEASURED, profile))
      return { model, advice, fit: advice?.fit ?? fitIn(model, report.memory) }
    })
    .toSorted((a, b) => rank(b, profile) - rank(a, profile))
}

/** Where it has most room; of such devices the fastest. */
function roomiest(advice: readonly DeviceAdvice[]): DeviceAdvice | null {
  const [best = null] = advice.toSorted(
    (a, b) => ROOM[b.fit.verdict] - ROOM[a.fit.verdict] || b.decode.tokensPerSecond - a.decode.tokensPerSecond,
  )
  return best
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

function rank({ model, fit, advice }: Suited, profile: Profile): number {
  const picked = model.profiles.includes(profile) ? 1e6 : 0
  const suits = advice === null ? 0 : score(candidateOf(advice, model.id), profile)
  return picked - (fit.verdict === 'no' ? 1e8 : 0) - (model.kind === 'chat' ? 0 : 1e9) + suits
}
