import type { Usage } from '../core/event.ts'

export type UsageTotals = Omit<Usage, 'type'>

/**
 * The usage of a request from that of its tasks. They share one prompt, which counts once; a task may find in the
 * cache what a sibling has just put there, so the least of them tells what was cached before the request.
 */
export function totalUsage(usages: readonly Usage[]): UsageTotals {
  const counts = (of: (usage: Usage) => number): number[] => usages.map(of)
  return {
    promptTokens: Math.max(0, ...counts((usage) => usage.promptTokens)),
    completionTokens: counts((usage) => usage.completionTokens).reduce((sum, count) => sum + count, 0),
    cachedTokens: usages.length === 0 ? 0 : Math.min(...counts((usage) => usage.cachedTokens)),
  }
}
