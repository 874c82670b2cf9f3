import type { Turn } from '../api/chats.ts'
import { formatCount, formatDuration } from '../lib/format.ts'

/** One figure of an answer, with what it means. */
export interface Fact {
  readonly text: string
  readonly title: string
}

/** What an answer took, as far as it is known. */
export function factsOf({ usage, timing }: Turn): readonly Fact[] {
  const { first_token_ms: first = null, total_ms: total = null } = timing ?? {}
  const facts: Fact[] = []
  const speed = usage && speedOf(usage.output_tokens, first, total)
  if (speed) facts.push({ text: `${speed.toFixed(1)} tok/s`, title: 'Tokens a second, from the first to the last' })
  if (first !== null)
    facts.push({ text: `${formatDuration(first)} to first`, title: 'From the question to the first token' })
  if (usage) {
    const thought = usage.reasoning_tokens > 0 ? `, ${formatCount(usage.reasoning_tokens)} of them thought` : ''
    facts.push({
      text: `${formatCount(usage.input_tokens)} in${usage.cached_tokens > 0 ? `, ${formatCount(usage.cached_tokens)} cached` : ''}`,
      title: 'Tokens of the prompt, and how many of them did not have to be computed again',
    })
    facts.push({ text: `${formatCount(usage.output_tokens)} out`, title: `Tokens of the answer${thought}` })
  }
  return facts
}

/** An answer that comes in one piece tells nothing of the speed it was made at. */
const SHORTEST_MS = 50

/** Tokens a second; `null`: too few to tell. */
export function speedOf(tokens: number, firstMs: number | null, totalMs: number | null): number | null {
  if (firstMs === null || totalMs === null || tokens < 2 || totalMs - firstMs < SHORTEST_MS) return null
  return ((tokens - 1) * 1000) / (totalMs - firstMs)
}
