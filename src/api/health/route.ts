import { z } from 'zod'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'

const healthSchema = z
  .object({
    status: z
      .enum(['ok', 'degraded'])
      .describe(
        '`degraded`: a model failed (GET /v1/models says which, and why), or what is shared with other servers is not.',
      ),
    phase: z.enum(['starting', 'ready', 'draining']),
    version: z.string(),
    models: z.object({ configured: z.int(), ready: z.int(), failed: z.int() }),
  })
  .meta({ id: 'Health' })

const liveSchema = z.object({ status: z.literal('live') }).meta({ id: 'Liveness' })
const readySchema = z.object({ status: z.enum(['starting', 'ready', 'draining']) }).meta({ id: 'Readiness' })

/** For people and watchdogs: is it up, may it be killed, may it be sent work? */
export function healthEndpoints({ scheduler, sharing, phase, version }: Services): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/health',
      scope: 'open',
      tag: 'Health',
      summary: 'How the server is',
      responses: { 200: jsonDoc('Always, while it answers.', healthSchema) },
      handle: () => {
        const states = scheduler.models().map((model) => model.state)
        const count = (state: string): number => states.filter((each) => each === state).length
        const models = { configured: states.length, ready: count('ready'), failed: count('failed') }
        const degraded = models.failed > 0 || (sharing !== null && sharing.status.trouble !== null)
        return json({ status: degraded ? 'degraded' : 'ok', phase: phase(), version, models })
      },
    },
    {
      method: 'GET',
      path: '/health/live',
      scope: 'open',
      tag: 'Health',
      summary: 'Is the process alive?',
      responses: { 200: jsonDoc('Yes.', liveSchema) },
      handle: () => json({ status: 'live' }),
    },
    {
      method: 'GET',
      path: '/health/ready',
      scope: 'open',
      tag: 'Health',
      summary: 'May it be sent requests?',
      responses: { 200: jsonDoc('Yes.', readySchema), 503: jsonDoc('Not yet, or no longer.', readySchema) },
      handle: () => {
        const status = phase()
        return json({ status }, status === 'ready' ? 200 : 503)
      },
    },
  ]
}
