import { TELLING_SPAN_MS } from '../spread.ts'
import type { Exchange } from './exchange.ts'
import type { Run } from './load.ts'
import { percentile } from './statistics.ts'

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
  /**
   * Tokens after each answer's first, over the time in which any answer was being written; `null`: all came too close
   * together to tell.
   */
  readonly decodePerSecond: number | null
  /** Answers of several tokens that came in one piece: nothing of `decodePerSecond` is theirs. */
  readonly bursts: number
  /** Of the requests, those whose first chunk came in time; `null`: there is no such limit. */
  readonly goodPerSecond: number | null
}

export interface Percentiles {
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

/**
 * A server that doesn't count its tokens is taken to send one a chunk.
 * @param ttftLimitMs what a reader would wait for the first chunk
 */
export function summarise({ exchanges, wallMs }: Run, ttftLimitMs: number | null = null): Summary {
  const good = exchanges.filter((exchange) => exchange.failure === null)
  const failed = exchanges.filter((exchange) => exchange.failure !== null)
  const completion = good.map(tokensOf)
  const waits = good.flatMap(({ arrivals, sentAt }) => arrivals.slice(0, 1).map((first) => first - sentAt))
  return {
    requests: exchanges.length,
    failures: failed.length,
    failure: failed[0]?.failure ?? null,
    promptTokens: mean(good.flatMap((exchange) => exchange.promptTokens ?? [])),
    completionTokens: mean(completion),
    ttftMs: percentiles(waits),
    gapMs: percentiles(good.flatMap(({ arrivals }) => gaps(arrivals))),
    tokensPerSecond: sum(completion) / (wallMs / 1000),
    decodePerSecond: decodeSpeed(good.filter((exchange) => !isBurst(exchange))),
    bursts: good.filter((exchange) => isBurst(exchange) && tokensOf(exchange) > 1).length,
    requestsPerSecond: good.length / (wallMs / 1000),
    goodPerSecond: ttftLimitMs === null ? null : waits.filter((wait) => wait <= ttftLimitMs).length / (wallMs / 1000),
  }
}

/** How fast it was written, its coming doesn't tell. */
function isBurst({ arrivals }: Exchange): boolean {
  return (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0) < TELLING_SPAN_MS
}

function tokensOf({ completionTokens, arrivals }: Exchange): number {
  return completionTokens ?? arrivals.length
}

/** @param telling answers whose coming tells how fast they were written */
function decodeSpeed(telling: readonly Exchange[]): number | null {
  if (telling.length === 0) return null
  const spans = telling
    .map(({ arrivals }) => ({ from: arrivals[0] ?? 0, to: arrivals.at(-1) ?? 0 }))
    .sort((a, b) => a.from - b.from)
  let covered = 0
  let until = Number.NEGATIVE_INFINITY
  for (const { from, to } of spans) {
    covered += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return sum(telling.map((exchange) => Math.max(0, tokensOf(exchange) - 1))) / (covered / 1000)
}

function gaps(arrivals: readonly number[]): number[] {
  return arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? at))
}

function percentiles(values: readonly number[]): Percentiles {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), p99: percentile(values, 0.99) }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
