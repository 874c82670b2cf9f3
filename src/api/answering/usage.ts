import type { Usage } from '../../core/event.ts'

export type UsageTotals = Omit<Usage, 'type'>

/**
 * The usage of a request from that of its tasks. They share one prompt, which counts once; a task may find in the
 * cache what a sibling has just put there, so the least of them tells what was cached before the request.
 */
export function totalUsage(usages: readonly Usage[]): UsageTotals {
  const thought = usages.flatMap(({ reasoningTokens }) => reasoningTokens ?? [])
  const guesses = usages.flatMap(({ speculation }) => speculation ?? [])
  const counts = (of: (usage: Usage) => number): number[] => usages.map(of)
  return {
    promptTokens: Math.max(0, ...counts((usage) => usage.promptTokens)),
    ...(usages.some(({ estimated }) => estimated) && { estimated: true as const }),
    completionTokens: sum(counts((usage) => usage.completionTokens)),
    cachedTokens: usages.length === 0 ? 0 : Math.min(...counts((usage) => usage.cachedTokens)),
    ...(thought.length > 0 && { reasoningTokens: sum(thought) }),
    ...(guesses.length > 0 && {
      speculation: {
        accepted: sum(guesses.map(({ accepted }) => accepted)),
        rejected: sum(guesses.map(({ rejected }) => rejected)),
      },
    }),
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
