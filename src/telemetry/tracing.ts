import type { FinishedRequest } from '../core/meter.ts'

/** One request as a span. */
export interface RequestSpan {
  /** Runs the work as part of it. */
  within<T>(work: () => T): T
  /** What a model has done for it. */
  worked(request: FinishedRequest): void
  /** @param status of HTTP */
  end(status: number): void
}

/** Tells of requests as spans of OpenTelemetry. */
export interface Tracing {
  /**
   * @param route such as `POST /v1/chat/completions`
   * @param carrier headers that may say to what trace it belongs (W3C Trace Context)
   */
  begin(route: string, requestId: string, carrier: Readonly<Record<string, unknown>>): RequestSpan
}

/** Where OpenTelemetry's API, in whatever version of its first major one, keeps what an SDK has registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** `null`: no SDK was registered before the server began, so that there is nobody to tell. */
export async function openTracing(): Promise<Tracing | null> {
  if (!(REGISTERED in globalThis)) return null
  const { createTracing } = await import('./spans.ts')
  return createTracing()
}
