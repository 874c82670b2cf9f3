import type { Exchange } from '../../src/benchmarks/client/exchange.ts'

/** From sending to the first visible chunk, of those that had one. */
export function firstTokenMs(exchanges: readonly Exchange[]): readonly number[] {
  return exchanges.flatMap(({ arrivals, sentAt }) => arrivals.slice(0, 1).map((first) => first - sentAt))
}

/** The longest that anybody waited for the first visible chunk; `null` when nobody got any. */
export function lastFirstTokenMs(exchanges: readonly Exchange[]): number | null {
  const waits = firstTokenMs(exchanges)
  return waits.length === 0 ? null : Math.max(...waits)
}

/** Prompt tokens a second, up to the first visible chunk of each answer. */
export function prefillRate(exchanges: readonly Exchange[]): number | null {
  const heard = exchanges.filter(({ arrivals }) => arrivals.length > 0)
  const tokens = heard.reduce((sum, { promptTokens }) => sum + (promptTokens ?? 0), 0)
  const ms = firstTokenMs(heard).reduce((sum, wait) => sum + wait, 0)
  return ms === 0 ? null : tokens / (ms / 1000)
}

/**
 * Tokens a second while all of these answers are being written: from the last one's first chunk to the first one's
 * end. A chunk may hold several tokens; it counts as the average of its answer.
 */
export function decodeRate(exchanges: readonly Exchange[]): number | null {
  const written = exchanges.filter(({ arrivals }) => arrivals.length > 1)
  const from = Math.max(...written.map(({ arrivals }) => arrivals[0] ?? 0))
  const to = Math.min(...written.map(({ arrivals }) => arrivals.at(-1) ?? 0))
  if (written.length === 0 || to <= from) return null
  const tokens = written.reduce((sum, { arrivals, completionTokens }) => {
    const within = arrivals.filter((at) => at > from && at <= to).length
    return sum + (within * (completionTokens ?? arrivals.length)) / arrivals.length
  }, 0)
  return tokens / ((to - from) / 1000)
}
