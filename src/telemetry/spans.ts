import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FinishedRequest } from '../core/meter.ts'
import type { RequestSpan, Tracing } from './tracing.ts'

/** What routes do, in the words of OpenTelemetry's conventions for generative AI; by a part of the path. */
const OPERATIONS = [
  ['/embed', 'embeddings'],
  ['/chat', 'chat'],
  ['/messages', 'chat'],
  ['/responses', 'chat'],
] as const

/** Spans by whatever provider is registered. A request is one of the kind `server`; what a model does for it, two inside. */
export function createTracing(): Tracing {
  const tracer = trace.getTracer('trivet')
  return {
    begin(route, requestId, carrier): RequestSpan {
      const [method = '', path = ''] = route.split(' ')
      const attributes = { 'http.request.method': method, 'http.route': path, 'trivet.request.id': requestId }
      const parent = trace.getSpan(context.active()) ? context.active() : propagation.extract(context.active(), carrier)
      const span = tracer.startSpan(route, { kind: SpanKind.SERVER, attributes }, parent)
      const inside = trace.setSpan(parent, span)
      return {
        within: (work) => context.with(inside, work),
        worked(request) {
          span.setAttributes({ ...modelAttributes(request), 'gen_ai.operation.name': operationOf(path) })
          if (request.outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR, message: request.outcome })
          for (const { name, from, to } of phases(request)) {
            tracer.startSpan(name, { startTime: from }, inside).end(to)
          }
        },
        end(status) {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
  }
}

function operationOf(path: string): string {
  return OPERATIONS.find(([part]) => path.includes(part))?.[1] ?? 'text_completion'
}

function modelAttributes({ model, promptTokens, cachedTokens, completionTokens }: FinishedRequest): Attributes {
  return {
    'gen_ai.provider.name': 'trivet',
    'gen_ai.request.model': model,
    'gen_ai.usage.input_tokens': promptTokens,
    'gen_ai.usage.cache_read.input_tokens': cachedTokens,
    'gen_ai.usage.output_tokens': completionTokens,
  }
}

/** In line and reading the prompt, then writing. Milliseconds since the Unix epoch. */
function phases({ startedMs, firstTokenMs, generatingMs, latencyMs }: FinishedRequest) {
  const first = startedMs + (firstTokenMs ?? latencyMs)
  const reading = { name: 'wait and read', from: startedMs, to: first }
  return firstTokenMs === null ? [reading] : [reading, { name: 'write', from: first, to: first + generatingMs }]
}
