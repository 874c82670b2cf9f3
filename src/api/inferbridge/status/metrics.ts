import { NO_USAGE, type Usage, type UsageTotals } from '../../../telemetry/usage.ts'

/** What was asked since the server started; a row for every model of the catalogue that is here. */
export function encodeMetrics(usage: Usage, ids: readonly string[]) {
  const counted = usage.byModel()
  const per_model = Object.fromEntries(ids.map((id) => [id, encodeTotals(counted.get(id) ?? NO_USAGE)]))
  return { totals: encodeTotals(usage.totals()), per_model }
}

function encodeTotals({ requests, promptTokens, completionTokens, latencyMs }: UsageTotals) {
  return {
    requests,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    avg_latency_ms: requests === 0 ? 0 : Math.round((10 * latencyMs) / requests) / 10,
  }
}
