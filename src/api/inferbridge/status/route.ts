import { z } from 'zod'
import { namedDevices } from '../../devices/names.ts'
import { suggestDevices } from '../../devices/suggestions.ts'
import { type Endpoint, json } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { encodePage } from '../../telemetry/encode.ts'
import { answers, NO_STORE, READS } from '../models/doc.ts'
import { knownModels } from '../models/known.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import { operationsUnderWay } from '../models/operation.ts'
import { summary } from '../models/recovery.ts'
import { evaluate } from './evaluation.ts'
import { encodeHardware, gb } from './hardware.ts'
import { encodeAdvisor, encodeMetrics } from './metrics.ts'

const SHOWN_EVENTS = 50
const TTL_SECONDS = 5

const eventQuery = z.object({
  cursor: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

const telemetryQuery = z.object({ refresh: z.stringbool().default(false) })

/** What clients poll: how models come along, how the machine is, what has happened. */
export function statusEndpoints(services: Services, lifecycle: Lifecycle): readonly Endpoint<unknown, never>[] {
  const { scheduler, telemetry, machine, clock, jobs } = services

  async function models() {
    const known = await knownModels(services)
    const loaded = scheduler.models().filter(({ state }) => state === 'ready')
    return {
      known,
      body: {
        loaded: loaded.map(({ id }) => id),
        count: known.length,
        loading_count: operationsUnderWay(jobs).length,
        available: known.map((each) => {
          const recovery = summary(each, lifecycle.operation(each.id))
          return { ...lifecycle.entry(each), ...(recovery && { recovery }) }
        }),
      },
    }
  }

  function device() {
    const ready = scheduler.models().filter(({ state }) => state === 'ready')
    return {
      default: lifecycle.defaultDevice,
      mock: false,
      loaded: Object.fromEntries(ready.map(({ id }) => [id, lifecycle.deviceOf(id)])),
      busy: ready.some(({ running }) => running > 0),
    }
  }

  async function hardware() {
    const report = await machine.report()
    const available = namedDevices(report.engines).map(({ name }) => name)
    const stored = services.catalogue.list().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    return {
      schema_version: 1,
      generated_at: clock.now() / 1000,
      ...encodeHardware(report, telemetry.cpuPercent()),
      device: { ...device(), available, suggestions: suggestDevices(available) },
      disk: { models_dir: null, models_gb: gb(stored), total_gb: null, free_gb: null },
      cache: { hit: false, stale: false, ttl_seconds: TTL_SECONDS, age_seconds: 0 },
      memoryBytes: report.memory,
    }
  }

  async function measured() {
    const { memoryBytes, ...facts } = await hardware()
    const { known, body } = await models()
    const rows = body.available.map((entry, index) => ({ entry, known: known[index] }))
    const evaluations = new Map(
      rows.flatMap(({ entry, known: of }) => (of ? [[entry.id, evaluate(of, entry, memoryBytes)] as const] : [])),
    )
    const here = known.filter(({ status }) => status !== null).map(({ id }) => id)
    const metrics = {
      ...encodeMetrics(telemetry.usage, here),
      advisor: encodeAdvisor(services, body.available, evaluations),
    }
    return { facts, metrics, evaluations, models: body }
  }

  const events: Endpoint<unknown, z.infer<typeof eventQuery>> = {
    ...READS,
    method: 'GET',
    path: '/v1/events',
    summary: 'Read what has happened',
    query: eventQuery,
    responses: answers('The events.'),
    handle: ({ query: { cursor, limit } }) => ({
      ...json(encodePage(cursor, telemetry.events.after(cursor, limit))),
      headers: NO_STORE,
    }),
  }
  const measures: Endpoint<unknown, z.infer<typeof telemetryQuery>> = {
    ...READS,
    method: 'GET',
    path: '/v1/system/telemetry',
    summary: 'Tell how the machine is',
    query: telemetryQuery,
    responses: answers('The numbers.'),
    async handle() {
      const { facts, metrics, evaluations } = await measured()
      return { ...json({ ...facts, metrics, model_advisor: Object.fromEntries(evaluations) }), headers: NO_STORE }
    },
  }
  return [
    {
      ...READS,
      method: 'GET',
      path: '/v1/system/status',
      summary: 'Tell how everything is',
      responses: answers('The status.'),
      async handle() {
        const { facts, metrics, evaluations, models: body } = await measured()
        const available = body.available.map((entry) => ({ ...entry, advisor: evaluations.get(entry.id) ?? null }))
        const latest = telemetry.events.latest(SHOWN_EVENTS)
        const status = {
          ...facts,
          metrics,
          model_advisor: Object.fromEntries(evaluations),
          models: { ...body, available },
          events: latest.map(({ id, atMs, level, message }) => ({ id, timestamp: atMs / 1000, level, message })),
          split_status: {
            models_endpoint: '/v1/models/status',
            telemetry_endpoint: '/v1/system/telemetry',
            events_endpoint: '/v1/events',
            telemetry_ttl_seconds: TTL_SECONDS,
          },
        }
        return { ...json(status), headers: NO_STORE }
      },
    },
    {
      ...READS,
      method: 'GET',
      path: '/v1/models/status',
      summary: 'Tell how models come along',
      responses: answers('The models.'),
      async handle() {
        const { body } = await models()
        const status = { schema_version: 1, generated_at: clock.now() / 1000, device: device(), models: body }
        return { ...json(status), headers: NO_STORE }
      },
    },
    measures as Endpoint<unknown, never>,
    events as Endpoint<unknown, never>,
  ]
}
