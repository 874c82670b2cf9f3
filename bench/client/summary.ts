import { percentile } from '../statistics.ts'
import type { Run } from './load.ts'

/** One run in numbers. Failed requests count as such and in nothing else. */
export interface Summary {
  readonly requests: number
  readonly failures: number
  /** In the words of the first one. */
  readonly failure: string | null
  /** Per request, on average. */
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  /** From sending to the first visible chunk. */
  readonly ttftMs: Percentiles
  /** Between one visible chunk and the next, over all requests. Chunks that one read brought have 0 between them. */
  readonly gapMs: Percentiles
  readonly tokensPerSecond: number
  readonly requestsPerSecond: number
}

export interface Percentiles {
  readonly p50: number | null
  readonly p95: number | null
}

/** A server that doesn't count its tokens is taken to send one a chunk. */
export function summarise({ exchanges, wallMs }: Run): Summary {
  const good = exchanges.filter((exchange) => exchange.failure === null)
  const failed = exchanges.filter((exchange) => exchange.failure !== null)
  const completion = good.map((exchange) => exchange.completionTokens ?? exchange.arrivals.length)
  return {
    requests: exchanges.length,
    failures: failed.length,
    failure: failed[0]?.failure ?? null,
    promptTokens: mean(good.flatMap((exchange) => exchange.promptTokens ?? [])),
    completionTokens: mean(completion),
    ttftMs: percentiles(good.flatMap(({ arrivals, sentAt }) => arrivals.slice(0, 1).map((first) => first - sentAt))),
    gapMs: percentiles(good.flatMap(({ arrivals }) => gaps(arrivals))),
    tokensPerSecond: sum(completion) / (wallMs / 1000),
    requestsPerSecond: good.length / (wallMs / 1000),
  }
}

function gaps(arrivals: readonly number[]): number[] {
  return arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? at))
}

function percentiles(values: readonly number[]): Percentiles {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
