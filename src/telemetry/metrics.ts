import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { EngineNews } from '../core/engine-news.ts'
import type { FinishedRequest, HttpAnswer, Meter } from '../core/meter.ts'

/** A model as it is at this moment. */
export interface ModelGauge {
  readonly id: string
  /** Requests. */
  readonly running: number
  readonly waiting: number
  /** Able to answer. */
  readonly instances: number
  /** Of all instances together, as estimated; `null`: unknown. */
  readonly memoryBytes: number | null
}

/** What Prometheus collects. */
export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

export interface MetricsDesk extends Metrics, Meter {
  /** From now on it is collected whether keys and limits are shared with other servers. */
  shares(connected: () => boolean): void
  hear(news: EngineNews): void
}

/** In seconds. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
const FIRST_TOKENS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const BETWEEN_TOKENS = [0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5]
/** How often the event loop's lag is taken: each time is a wake-up, which an answer's compute threads pay for. */
const LOOP_LAG_EVERY_MS = 500
const LOADS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** @param models those that are loaded or asked for, looked at whenever somebody collects */
export function createMetrics(models: () => readonly ModelGauge[]): MetricsDesk {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LAG_EVERY_MS })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers })
  const gauge = (name: string, help: string, read: (model: ModelGauge) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['model'],
      registers,
      collect() {
        this.reset()
        for (const model of models()) {
          const value = read(model)
          if (value !== null) this.set({ model: model.id }, value)
        }
      },
    })

  const answers = counter('trivet_http_requests_total', 'Answers over HTTP.', ['method', 'route', 'status'])
  const answerSeconds = histogram(
    'trivet_http_request_duration_seconds',
    'From the first byte of a request to the last of its answer.',
    ['method', 'route'],
    LATENCIES,
  )
  const requests = counter('trivet_requests_total', 'Requests that a model worked for.', ['model', 'outcome'])
  const seconds = histogram('trivet_request_duration_seconds', 'Their duration.', ['model'], LATENCIES)
  const first = histogram('trivet_time_to_first_token_seconds', 'Until the first token.', ['model'], FIRST_TOKENS)
  const between = histogram(
    'trivet_inter_token_seconds',
    'From token to token, on the average of a request.',
    ['model'],
    BETWEEN_TOKENS,
  )
  const prompt = counter('trivet_prompt_tokens_total', 'Tokens of prompts.', ['model'])
  const cached = counter('trivet_cached_prompt_tokens_total', 'Of these, taken from earlier requests.', ['model'])
  const completion = counter('trivet_completion_tokens_total', 'Tokens generated.', ['model'])
  const loads = counter('trivet_model_loads_total', 'Loads that came up.', ['model'])
  const loadSeconds = histogram('trivet_model_load_seconds', 'How long they took.', ['model'], LOADS)
  const crashes = counter('trivet_engine_crashes_total', 'Engines that ended unexpectedly.', ['model'])
  gauge('trivet_requests_running', 'Requests being answered.', ({ running }) => running)
  gauge('trivet_requests_waiting', 'Requests in line.', ({ waiting }) => waiting)
  gauge('trivet_model_instances', 'Instances able to answer.', ({ instances }) => instances)
  gauge('trivet_model_memory_bytes', 'Memory of its instances, as estimated.', ({ memoryBytes }) => memoryBytes)

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered({ method, route, status, ms }: HttpAnswer) {
      const labels = { method, route: route ?? 'none' }
      answers.inc({ ...labels, status })
      answerSeconds.observe(labels, ms / 1000)
    },
    finished(request: FinishedRequest) {
      const { model, outcome, latencyMs, firstTokenMs, generatingMs, completionTokens } = request
      requests.inc({ model, outcome })
      seconds.observe({ model }, latencyMs / 1000)
      if (firstTokenMs !== null) first.observe({ model }, firstTokenMs / 1000)
      if (completionTokens > 1) between.observe({ model }, generatingMs / (completionTokens - 1) / 1000)
      prompt.inc({ model }, request.promptTokens)
      cached.inc({ model }, request.cachedTokens)
      completion.inc({ model }, completionTokens)
    },
    shares(connected) {
      new Gauge({
        name: 'trivet_sharing_connected',
        help: 'Whether keys and limits are shared with other servers now.',
        registers,
        collect() {
          this.set(connected() ? 1 : 0)
        },
      })
    },
    hear({ model, what, tookMs }) {
      if (what === 'crashed') crashes.inc({ model })
      if (what !== 'ready') return
      loads.inc({ model })
      loadSeconds.observe({ model }, tookMs / 1000)
    },
  }
}
