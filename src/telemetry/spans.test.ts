import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../test/fakes/listening.ts'
import { says } from '../../test/fakes/scheduler.ts'
import { fakeServer } from '../../test/fakes/server.ts'
import { createTracing } from './spans.ts'
import { openTracing } from './tracing.ts'

const exporter = new InMemorySpanExporter()

beforeEach(() => {
  trace.disable()
  exporter.reset()
})

afterAll(() => {
  for (const api of [trace, context, propagation]) api.disable()
})

function register() {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
}

test('a request is a span of the trace that its client names, with what a model did for it inside', async () => {
  register()
  const { app } = fakeServer({ models: [{ id: 'm', reply: says('Hel', 'lo') }], tracing: createTracing() })
  const [traceId, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const response = await app.inject({
    method: 'POST',
    url: '/v1/chat/completions',
    headers: { traceparent: `00-${traceId}-${parent}-01` },
    payload: { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
  })
  const { prompt_tokens, completion_tokens } = response.json().usage
  await eventually(() => exporter.getFinishedSpans().map(({ name }) => name)).toEqual([
    'wait and read',
    'write',
    'POST /v1/chat/completions',
  ])
  const [, , whole] = exporter.getFinishedSpans()
  expect(whole?.spanContext().traceId).toBe(traceId)
  expect(whole?.parentSpanContext?.spanId).toBe(parent)
  expect(whole?.attributes).toMatchObject({
    'http.route': '/v1/chat/completions',
    'http.response.status_code': 200,
    'trivet.request.id': response.headers['x-request-id'],
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'gen_ai.usage.input_tokens': prompt_tokens,
    'gen_ai.usage.output_tokens': completion_tokens,
  })
  const inside = exporter.getFinishedSpans().slice(0, 2)
  expect(inside.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
    inside.map(() => whole?.spanContext().spanId),
  )
})

test('is told to whoever has registered with OpenTelemetry before the server began', async () => {
  register()
  expect(await openTracing()).not.toBeNull()
})
