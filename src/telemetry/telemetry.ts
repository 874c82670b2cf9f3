import type { Clock } from '../core/clock.ts'
import type { EngineNews } from '../core/engine-news.ts'
import type { Meter } from '../core/meter.ts'
import { watchCpu } from './cpu.ts'
import { engineEvents } from './engine-events.ts'
import { createEvents, type Events } from './events.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics, type ModelGauge } from './metrics.ts'
import { createUsage, type Usage } from './usage.ts'

/** What the server knows of its own work since it started. */
export interface Telemetry {
  readonly usage: Usage
  readonly events: Events
  readonly log: Log
  readonly metrics: Metrics
  /** How busy the machine is, 0 to 100. */
  cpuPercent(): number
}

/** The same, and those who tell it. */
export interface TelemetryDesk extends Telemetry {
  readonly meters: readonly Partial<Meter>[]
  hear(news: EngineNews): void
  /** See `MetricsDesk.shares`. */
  shares(connected: () => boolean): void
}

/**
 * @param models those that are loaded or asked for, as they are at any moment
 * @param log the program's own
 */
export function createTelemetry(clock: Clock, models: () => readonly ModelGauge[], log: Log): TelemetryDesk {
  const usage = createUsage(clock.now())
  const events = createEvents(clock)
  const metrics = createMetrics(models)
  const tell = engineEvents(events)
  return {
    usage,
    events,
    log,
    metrics,
    cpuPercent: watchCpu(() => clock.now()),
    meters: [usage, metrics],
    shares: (connected) => metrics.shares(connected),
    hear(news) {
      tell(news)
      metrics.hear(news)
    },
  }
}
