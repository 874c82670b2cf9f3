import { choose } from '../../../models/advisor/choose.ts'
import { DEFAULT_PROFILE, PROFILES, type Profile } from '../../../models/advisor/profile.ts'
import { NO_USAGE, type Usage, type UsageTotals } from '../../../telemetry/usage.ts'
import { readyCandidates } from '../../answering/auto.ts'
import type { Services } from '../../services.ts'
import type { Entry } from '../models/entry.ts'
import type { Evaluation } from './evaluation.ts'

const LABELS: Readonly<Record<Profile, string>> = {
  fastest: 'Fastest',
  balanced: 'Balanced',
  'best-quality': 'Best quality',
  'lowest-memory': 'Lowest memory',
  'lowest-power': 'Lowest power',
}

/** What was asked since the server started; a row for every model of the catalogue that is here. */
export function encodeMetrics(usage: Usage, ids: readonly string[]) {
  const counted = usage.byModel()
  const per_model = Object.fromEntries(ids.map((id) => [id, encodeTotals(counted.get(id) ?? NO_USAGE)]))
  return { totals: encodeTotals(usage.totals()), per_model }
}

function encodeTotals({ requests, promptTokens, completionTokens, latencyMs }: UsageTotals) {
  return {
    requests,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    avg_latency_ms: requests === 0 ? 0 : Math.round((10 * latencyMs) / requests) / 10,
  }
}

/** Which loaded model each profile would choose, as `auto` does. */
export function encodeAdvisor(
  { scheduler, benchmarks, clock }: Pick<Services, 'scheduler' | 'benchmarks' | 'clock'>,
  entries: readonly Entry[],
  evaluations: ReadonlyMap<string, Evaluation>,
) {
  const candidates = readyCandidates({ scheduler, benchmarks })
  const loaded = PROFILES.map((profile) => {
    const chosen = choose(candidates, { images: false, tools: false }, profile)
    const entry = entries.find(({ id }) => id === chosen?.id)
    const evaluation = entry && evaluations.get(entry.id)
    return [profile, entry && evaluation ? recommendation(profile, entry, evaluation) : null] as const
  })
  return {
    schema_version: 1,
    generated_at: clock.now() / 1000,
    default_profile: DEFAULT_PROFILE,
    profile_order: PROFILES,
    profile_labels: LABELS,
    auto_model_examples: ['auto', ...PROFILES.map((profile) => `auto:${profile}`)],
    loaded_profiles: Object.fromEntries(loaded),
    estimates_notice: 'Sizes and memory are estimates until a model was loaded here once.',
  }
}

function recommendation(profile: Profile, entry: Entry, evaluation: Evaluation) {
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
    reason: `${LABELS[profile]} of the models that are loaded.`,
    warnings: evaluation.warnings,
  }
}
