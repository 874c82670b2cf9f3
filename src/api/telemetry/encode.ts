import type { z } from 'zod'
import type { LinkStatus } from '../../store/shared/link.ts'
import type { ServerEvent } from '../../telemetry/events.ts'
import type { Page } from '../../telemetry/ring.ts'
import type { UsageTotals } from '../../telemetry/usage.ts'
import type { Services } from '../services.ts'
import { modelGauges } from './gauges.ts'
import type { eventPageSchema, serverEventSchema, statusSchema, telemetrySchema, usageSchema } from './schema.ts'

/** Events in a status. */
const SHOWN = 50

export function encodeUsage(totals: UsageTotals): z.infer<typeof usageSchema> {
  const { requests, failed, cancelled, promptTokens, cachedTokens, completionTokens } = totals
  const { latencyMs, answered, firstTokenMs, generatingMs } = totals
  return {
    requests,
    failed,
    cancelled,
    prompt_tokens: promptTokens,
    cached_tokens: cachedTokens,
    completion_tokens: completionTokens,
    average_latency_ms: requests === 0 ? 0 : Math.round(latencyMs / requests),
    average_time_to_first_token_ms: answered === 0 ? null : Math.round(firstTokenMs / answered),
    // The first token of each is where its time begins.
    tokens_per_second:
      generatingMs === 0 || completionTokens < answered
        ? null
        : Math.round(((completionTokens - answered) / generatingMs) * 100_000) / 100,
  }
}

export function encodeEvent({ id, atMs, level, type, model, message }: ServerEvent): z.infer<typeof serverEventSchema> {
  return { id, timestamp: atMs / 1000, level, type, model, message }
}

export function encodePage(cursor: number, page: Page<ServerEvent>): z.infer<typeof eventPageSchema> {
  return {
    object: 'list',
    data: page.items.map(encodeEvent),
    cursor,
    next_cursor: page.nextCursor,
    latest_cursor: page.latestCursor,
    has_more: page.hasMore,
    reset_required: page.resetRequired,
  }
}

export async function encodeTelemetry(services: Services): Promise<z.infer<typeof telemetrySchema>> {
  const { telemetry, machine, clock, version, phase } = services
  const { cpu, memory } = await machine.report()
  const { usage } = telemetry
  const models = [...usage.byModel()].map(([id, totals]) => [id, encodeUsage(totals)] as const)
  return {
    generated_at: clock.now() / 1000,
    version,
    phase: phase(),
    uptime_seconds: Math.floor((clock.now() - usage.sinceMs) / 1000),
    memory: { total_bytes: memory.totalBytes, available_bytes: memory.availableBytes },
    cpu: { cores: cpu.cores, percent: telemetry.cpuPercent() },
    process: { memory_bytes: process.memoryUsage.rss() },
    usage: {
      since: usage.sinceMs / 1000,
      totals: encodeUsage(usage.totals()),
      by_model: Object.fromEntries(models),
    },
  }
}

export async function encodeStatus(services: Services): Promise<z.infer<typeof statusSchema>> {
  const { scheduler, telemetry } = services
  const memory = new Map(modelGauges(scheduler).map(({ id, memoryBytes }) => [id, memoryBytes]))
  return {
    ...(await encodeTelemetry(services)),
    models: scheduler.models().map(({ id, state, progress, instances, running, waiting }) => ({
      id,
      state,
      progress,
      instances: instances.length,
      running,
      waiting,
      memory_bytes: memory.get(id) ?? null,
    })),
    sharing: services.sharing && encodeSharing(services.sharing.status),
    events: telemetry.events.latest(SHOWN).map(encodeEvent),
  }
}

function encodeSharing({ url, trouble, sinceMs }: LinkStatus): z.infer<typeof statusSchema>['sharing'] {
  return { url, state: trouble === null ? 'connected' : 'away', since: sinceMs / 1000, reason: trouble }
}
