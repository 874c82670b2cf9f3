import type { EngineEvent, FinishReason, TokenLogprob } from '../../core/event.ts'

/** One answer to a prompt, as far as it has come. */
export class Candidate {
  text = ''
  readonly tokens: TokenLogprob[] = []
  reason: FinishReason | null = null

  take(event: EngineEvent): void {
    if (event.type === 'finish') this.reason = event.reason
    if (event.type !== 'text-delta') return
    this.text += event.text
    this.tokens.push(...(event.logprobs ?? []))
  }

  /** How likely the model itself finds it, per token, so that long answers have no handicap. */
  get meanLogprob(): number {
    const sum = this.tokens.reduce((total, { logprob }) => total + logprob, 0)
    return this.tokens.length === 0 ? Number.NEGATIVE_INFINITY : sum / this.tokens.length
  }
}

/** The `count` likeliest, in that order; of equals the earlier one. All of them stay as they are. */
export function best(candidates: readonly Candidate[], count: number): readonly Candidate[] {
  if (count === candidates.length) return candidates
  return candidates.toSorted((a, b) => b.meanLogprob - a.meanLogprob || 0).slice(0, count)
}
