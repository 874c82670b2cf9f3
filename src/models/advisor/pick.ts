import type { DeviceAdvice } from './advise.ts'
import { choose, TEXT_ALONE } from './choose.ts'
import type { Profile } from './profile.ts'
import type { Candidate } from './score.ts'

/** The best of these for a profile; one that fits comfortably before one that hardly does. `null`: nothing has room. */
export function pick(advice: readonly DeviceAdvice[], profile: Profile): DeviceAdvice | null {
  const writing = advice.filter(({ model }) => model.generates)
  const roomy = writing.filter(({ fit }) => fit.verdict === 'fits')
  const among = roomy.length > 0 ? roomy : writing.filter(({ fit }) => fit.verdict === 'tight')
  const candidates = among.map((each, index) => candidateOf(each, `${index}`))
  const chosen = choose(candidates, TEXT_ALONE, profile)
  return chosen === null ? null : (among[Number(chosen.id)] ?? null)
}

/** Of a model whose experts rest, what it knows lies between all of it and what works on a token. */
export function candidateOf({ model, site, fit, decode }: DeviceAdvice, id: string): Candidate {
  const parameters = Math.sqrt(model.parameters * model.activeParameters)
  return {
    id,
    generates: true,
    readsImages: model.readsImages,
    hears: model.hears,
    callsTools: model.callsTools,
    parameters,
    weightBytes: model.weightBytes * (parameters / model.parameters),
    memoryBytes: fit.neededBytes,
    unit: site.unit,
    tokensPerSecond: decode.tokensPerSecond,
  }
}

const PICK_REASONS: Readonly<Record<Profile, (advice: DeviceAdvice) => string>> = {
  fastest: ({ decode }) => `Nothing else with room here writes faster: ${speedOf(decode)}.`,
  balanced: ({ decode }) => `What it knows is worth the wait more than of any other: ${speedOf(decode)}.`,
  'best-quality': ({ model }) => `The most capable one that has room: ${counted(model.parameters)} weights.`,
  'lowest-memory': ({ fit }) => `Nothing else takes less: ${(fit.neededBytes / 1e9).toFixed(1)} GB.`,
  'lowest-power': ({ decode }) => `A token takes the least energy: ${speedOf(decode)} on this kind of chip.`,
}

/** Why it was picked for this profile, in words with numbers. */
export function pickReason(advice: DeviceAdvice, profile: Profile): string {
  return PICK_REASONS[profile](advice)
}

function speedOf({ tokensPerSecond, source }: DeviceAdvice['decode']): string {
  return `${tokensPerSecond.toFixed(1)} tokens a second, ${source}`
}

function counted(parameters: number): string {
  return parameters >= 1e9 ? `${(parameters / 1e9).toFixed(1)} billion` : `${Math.round(parameters / 1e6)} million`
}
