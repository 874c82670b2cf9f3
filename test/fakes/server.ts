import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import type { ServerPhase } from '../../src/api/services.ts'
import type { Clock } from '../../src/core/clock.ts'
import { createServer } from '../../src/http/server.ts'
import { ManualClock } from './clock.ts'
import { type FakeModel, FakeScheduler } from './scheduler.ts'

export interface FakeServer {
  readonly app: FastifyInstance
  readonly scheduler: FakeScheduler
  readonly clock: ManualClock
}

export interface FakeServerOptions {
  readonly models: readonly FakeModel[]
  readonly phase?: () => ServerPhase
  readonly logger?: Logger
  readonly bodyLimitBytes?: number
  /** Instead of the one that stands still. */
  readonly serverClock?: Clock
}

/** The real HTTP server over a fake scheduler, a clock that stands still, and ids that count. */
export function fakeServer(options: FakeServerOptions): FakeServer {
  const scheduler = new FakeScheduler(options.models)
  const clock = new ManualClock()
  let ids = 0
  const app = createServer({
    scheduler,
    clock: options.serverClock ?? clock,
    newId: (prefix) => `${prefix}-${++ids}`,
    phase: options.phase ?? (() => 'ready'),
    version: '0.0.0-test',
    logger: options.logger ?? pino({ level: 'silent' }),
    config: { bodyLimitBytes: options.bodyLimitBytes ?? 64 * 1024, streamHeartbeatMs: 15_000 },
  })
  return { app, scheduler, clock }
}
