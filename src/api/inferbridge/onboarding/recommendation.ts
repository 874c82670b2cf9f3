import { TrivetError } from '../../../core/errors.ts'
import { DEFAULT_PROFILE } from '../../../models/advisor/profile.ts'
import { score } from '../../../models/advisor/score.ts'
import { candidateOf, type Rated } from '../status/advisor.ts'

/** In billions; what is larger is slow to fetch and to load for a first try. */
const SMALL = 4.5

/**
 * A model to begin with: what is here already before what has to be fetched, what fits well before what is tight, small
 * before large; of those the best. Throws `invalid_value` where nothing fits.
 */
export function recommend(rated: readonly Rated[]) {
  const able = rated.filter(
    ({ entry, evaluation }) => entry.capabilities.includes('chat') && evaluation.compatibility !== 'blocked',
  )
  const [best] = able.toSorted((a, b) => rank(b) - rank(a))
  if (best === undefined) {
    throw new TrivetError('invalid_value', {
      reason: 'No model of the catalogue fits this machine now. Free memory or disk space, or choose one yourself.',
    })
  }
  const { entry, evaluation } = best
  return {
    schema_version: 1,
    profile: DEFAULT_PROFILE,
    model_id: entry.id,
    model_name: entry.name,
    description: entry.description,
    requested_device: entry.recommended_device,
    expected_actual_device: entry.recommended_device,
    precision: evaluation.precision,
    download_size_gb: evaluation.download_size_gb,
    converted_size_gb: evaluation.converted_size_gb,
    runtime_memory_gb: evaluation.runtime_memory_gb,
    first_load_seconds: evaluation.first_load_seconds,
    required_free_disk_gb: evaluation.required_free_disk_gb,
    context_length: evaluation.recommended_context_len,
    output_tokens: evaluation.recommended_output_tokens,
    compatibility: evaluation.compatibility,
    fit_score: evaluation.fit_score,
    reason: entry.is_downloaded ? 'It is here already, and fits.' : 'It is small, and fits this machine.',
    warnings: evaluation.warnings,
    requires_confirmation: evaluation.requires_confirmation,
    license_confirmation_required: true,
    trust_remote_code: false,
  }
}

/** Each of the first three outweighs whatever comes after it. */
function rank(rated: Rated): number {
  const { entry, evaluation } = rated
  const order = [entry.is_downloaded, evaluation.compatibility === 'compatible', evaluation.parameter_count_b <= SMALL]
  return order.reduce(
    (sum, holds, index) => sum + (holds ? 1e6 / 10 ** index : 0),
    score(candidateOf(rated), DEFAULT_PROFILE),
  )
}
