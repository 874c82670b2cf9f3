import { z } from 'zod'
import { type Endpoint, json } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { OPEN } from './models/doc.ts'
import { operationsUnderWay } from './models/operation.ts'

/** InferBridge's three health routes. */
export function healthEndpoints(services: Services, defaultDevice: string): readonly Endpoint[] {
  const { scheduler, jobs, clock, version } = services
  const startedMs = clock.now()
  const preparing = () => operationsUnderWay(jobs).length
  const common = { ...OPEN, method: 'GET' } as const
  const doc = (description: string) => ({ description, content: { 'application/json': z.unknown() } })
  return [
    {
      ...common,
      path: '/health',
      summary: 'How the server is',
      responses: { 200: doc('It is there.') },
      handle() {
        const models = scheduler.models()
        return json({
          status: preparing() > 0 ? 'busy' : 'ok',
          version,
          uptime_seconds: Math.floor((clock.now() - startedMs) / 1000),
          mock: false,
          device: defaultDevice,
          openvino: false,
          models_loaded: models.filter(({ state }) => state === 'ready').length,
          loading_count: preparing(),
          any_busy: models.some(({ running }) => running > 0),
        })
      },
    },
    {
      ...common,
      path: '/health/live',
      summary: 'Whether the server is alive',
      responses: { 200: doc('It is.') },
      handle: () => json({ status: 'ok' }),
    },
    {
      ...common,
      path: '/health/ready',
      summary: 'Whether no model is being prepared',
      responses: { 200: doc('None is.'), 503: doc('One is.') },
      handle: () =>
        preparing() > 0 || services.phase() !== 'ready'
          ? json({ status: 'busy', message: 'Models are loading' }, 503)
          : json({ status: 'ready' }),
    },
  ]
}
