import { isLoaded } from '../../scheduler/only-loaded.ts'
import { type Endpoint, json } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { operationsUnderWay } from './models/operation.ts'
import { inferbridgeRoute } from './route.ts'

/** InferBridge's three health routes. */
export function healthEndpoints(services: Services, defaultDevice: string): readonly Endpoint[] {
  const { scheduler, jobs, clock, version } = services
  const startedMs = clock.now()
  const preparing = () => operationsUnderWay(jobs).length
  const ready = inferbridgeRoute('GET /health/ready', {
    summary: 'Whether no model is being prepared',
    tells: 'None is; one that is makes it a 503.',
    scope: 'open here',
    answer: () => ({ status: 'ready' }),
  })
  return [
    inferbridgeRoute('GET /health', {
      summary: 'How the server is',
      tells: 'It is there.',
      scope: 'open here',
      answer() {
        const models = scheduler.models()
        return {
          status: preparing() > 0 ? 'busy' : 'ok',
          version,
          uptime_seconds: Math.floor((clock.now() - startedMs) / 1000),
          mock: false,
          device: defaultDevice,
          openvino: false,
          models_loaded: models.filter(isLoaded).length,
          loading_count: preparing(),
          any_busy: models.some(({ running }) => running > 0),
        }
      },
    }),
    inferbridgeRoute('GET /health/live', {
      summary: 'Whether the server is alive',
      tells: 'It is.',
      scope: 'open here',
      answer: () => ({ status: 'ok' }),
    }),
    {
      ...ready,
      handle: (call) =>
        preparing() > 0 || services.phase() !== 'ready'
          ? json({ status: 'busy', message: 'Models are loading' }, 503)
          : ready.handle(call),
    },
  ]
}
