import type { FinishedRequest, Meter } from '../core/meter.ts'

/** What was asked, all together. Times are sums, in milliseconds. */
export interface UsageTotals {
  readonly requests: number
  readonly failed: number
  readonly cancelled: number
  readonly promptTokens: number
  /** Of the prompts, taken from earlier requests' caches. */
  readonly cachedTokens: number
  readonly completionTokens: number
  readonly latencyMs: number
  /** Requests that got a token at all, and how long they waited for the first. */
  readonly answered: number
  readonly firstTokenMs: number
  /** From first tokens to last. */
  readonly generatingMs: number
}

/** Requests that models have worked for since the server started. Those that failed or were left count, too. */
export interface Usage {
  /** When counting began, in milliseconds since the Unix epoch. */
  readonly sinceMs: number
  totals(): UsageTotals
  /** By id; what was never asked is not there. */
  byModel(): ReadonlyMap<string, UsageTotals>
  /** By the key's id, or `anonymous`. */
  byOwner(): ReadonlyMap<string, UsageTotals>
}

export const NO_USAGE: UsageTotals = {
  requests: 0,
  failed: 0,
  cancelled: 0,
  promptTokens: 0,
  cachedTokens: 0,
  completionTokens: 0,
  latencyMs: 0,
  answered: 0,
  firstTokenMs: 0,
  generatingMs: 0,
}

export function createUsage(sinceMs: number): Usage & Pick<Meter, 'finished'> {
  let totals = NO_USAGE
  const models = new Map<string, UsageTotals>()
  const owners = new Map<string, UsageTotals>()
  return {
    sinceMs,
    totals: () => totals,
    byModel: () => models,
    byOwner: () => owners,
    finished(request) {
      totals = plus(totals, request)
      models.set(request.model, plus(models.get(request.model) ?? NO_USAGE, request))
      owners.set(request.owner, plus(owners.get(request.owner) ?? NO_USAGE, request))
    },
  }
}

function plus(totals: UsageTotals, request: FinishedRequest): UsageTotals {
  return {
    requests: totals.requests + 1,
    failed: totals.failed + (request.outcome === 'failed' ? 1 : 0),
    cancelled: totals.cancelled + (request.outcome === 'cancelled' ? 1 : 0),
    promptTokens: totals.promptTokens + request.promptTokens,
    cachedTokens: totals.cachedTokens + request.cachedTokens,
    completionTokens: totals.completionTokens + request.completionTokens,
    latencyMs: totals.latencyMs + request.latencyMs,
    answered: totals.answered + (request.firstTokenMs === null ? 0 : 1),
    firstTokenMs: totals.firstTokenMs + (request.firstTokenMs ?? 0),
    generatingMs: totals.generatingMs + request.generatingMs,
  }
}
