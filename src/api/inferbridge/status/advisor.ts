import { choose, TEXT_ALONE } from '../../../models/advisor/choose.ts'
import { DEFAULT_PROFILE, PROFILES, type Profile } from '../../../models/advisor/profile.ts'
import type { Candidate } from '../../../models/advisor/score.ts'
import { type AutoSources, readyCandidates } from '../../answering/auto.ts'
import type { Entry } from '../models/entry.ts'
import type { Evaluation } from './evaluation.ts'
import type { Snapshot } from './snapshot.ts'

const LABELS: Readonly<Record<Profile, string>> = {
  fastest: 'Fastest',
  balanced: 'Balanced',
  'best-quality': 'Best quality',
  'lowest-memory': 'Lowest memory',
  'lowest-power': 'Lowest power',
}

const GB = 1024 ** 3

/** A model of the catalogue, and what it would take here. */
export interface Rated {
  readonly entry: Entry
  readonly evaluation: Evaluation
  /** Tokens a second, as last measured; `null`: never. */
  readonly measuredSpeed: number | null
}

/** Which model each profile would choose: of those that are loaded, as `auto` does, and of all that would fit. */
export function encodeAdvisor(sources: AutoSources, hardware: Snapshot, rated: readonly Rated[]) {
  const loaded = readyCandidates(sources)
  const fitting = rated.filter(({ evaluation }) => evaluation.compatibility !== 'blocked').map(candidateOf)
  return {
    schema_version: 1,
    generated_at: hardware.generated_at,
    default_profile: DEFAULT_PROFILE,
    profile_order: PROFILES,
    profile_labels: LABELS,
    auto_model_examples: ['auto', ...PROFILES.map((profile) => `auto:${profile}`)],
    hardware,
    profiles: recommendations(fitting, rated, 'of the models that fit this machine'),
    loaded_profiles: recommendations(loaded, rated, 'of the models that are loaded'),
    models: rated.map(({ entry, evaluation }) => ({ model_id: entry.id, model_name: entry.name, ...evaluation })),
    estimates_notice: 'Sizes and memory are estimates until a model was loaded here once.',
  }
}

function recommendations(candidates: readonly Candidate[], rated: readonly Rated[], among: string) {
  return Object.fromEntries(
    PROFILES.map((profile) => {
      const chosen = choose(candidates, TEXT_ALONE, profile)
      const found = rated.find(({ entry }) => entry.id === chosen?.id)
      return [profile, found ? recommendation(profile, found, among) : null]
    }),
  )
}

/** One that is not loaded, as the advisor sees it. */
export function candidateOf({ entry, evaluation, measuredSpeed }: Rated): Candidate {
  return {
    id: entry.id,
    generates: entry.capabilities.includes('chat'),
    readsImages: entry.supports_vision,
    hears: false,
    callsTools: false,
    parameters: evaluation.parameter_count_b * 1e9,
    weightBytes: evaluation.converted_size_gb * GB,
    memoryBytes: evaluation.runtime_memory_gb * GB,
    unit: 'cpu',
    tokensPerSecond: measuredSpeed,
  }
}

function recommendation(profile: Profile, { entry, evaluation }: Rated, among: string) {
  return {
    profile,
    label: LABELS[profile],
    model_id: entry.id,
    model_name: entry.name,
    device: entry.device ?? entry.recommended_device,
    precision: entry.weight_format,
    context_length: entry.max_context_len,
    output_tokens: entry.max_output_tokens,
    compatibility: evaluation.compatibility,
    fit_score: evaluation.fit_score,
    score: evaluation.fit_score,
    reason: `${LABELS[profile]} ${among}.`,
    warnings: evaluation.warnings,
  }
}
