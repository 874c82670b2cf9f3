import type { FinishReason } from '../../core/event.ts'

/** How an answer went. */
export interface AnswerStats {
  readonly tokens: number
  /** From asking to the first text; `null` when none came. */
  readonly firstTextMs: number | null
  /** From asking to the end. */
  readonly totalMs: number
  /** `null`: it was interrupted. */
  readonly finish: FinishReason | null
}

/** `12 tokens · 34.5 tok/s · first after 120 ms`. The speed is of what followed the first token. */
export function footer({ tokens, firstTextMs, totalMs, finish }: AnswerStats): string {
  const parts = [tokens === 1 ? '1 token' : `${tokens} tokens`]
  if (firstTextMs !== null) {
    const seconds = (totalMs - firstTextMs) / 1000
    if (tokens > 1 && seconds > 0) parts.push(`${((tokens - 1) / seconds).toFixed(1)} tok/s`)
    parts.push(`first after ${Math.round(firstTextMs)} ms`)
  }
  if (finish === null) parts.push('interrupted')
  if (finish === 'length') parts.push('cut at the token limit')
  return parts.join(' · ')
}
