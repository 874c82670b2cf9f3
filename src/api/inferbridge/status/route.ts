import { z } from 'zod'
import { isLoaded } from '../../../scheduler/only-loaded.ts'
import { namedDevices } from '../../devices/names.ts'
import { suggestDevices } from '../../devices/suggestions.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { encodePage } from '../../telemetry/encode.ts'
import { knownModels } from '../models/known.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import { operationsUnderWay } from '../models/operation.ts'
import { summary } from '../models/recovery.ts'
import { inferbridgeRoute } from '../route.ts'
import { encodeAdvisor } from './advisor.ts'
import { encodeDisk, encodeHardware } from './hardware.ts'
import { encodeMetrics } from './metrics.ts'
import { ratedModels } from './rated.ts'
import { hardwareSnapshot } from './snapshot.ts'

const SHOWN_EVENTS = 50
const TTL_SECONDS = 5

const eventQuery = z.object({
  cursor: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

const telemetryQuery = z.object({ refresh: z.stringbool().default(false) })

/** What clients poll: how models come along, how the machine is, what has happened. */
export function statusEndpoints(services: Services, lifecycle: Lifecycle): readonly Endpoint[] {
  const { scheduler, telemetry, machine, clock, jobs, catalogue } = services

  const loadedNow = () => scheduler.models().filter(isLoaded)

  async function models() {
    const known = await knownModels(services)
    return {
      known,
      body: {
        loaded: loadedNow().map(({ id }) => id),
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
    const loaded = loadedNow()
    return {
      default: lifecycle.defaultDevice,
      mock: false,
      loaded: Object.fromEntries(loaded.map(({ id }) => [id, lifecycle.deviceOf(id)])),
      busy: loaded.some(({ running }) => running > 0),
    }
  }

  async function measured() {
    const report = await machine.report()
    const here = namedDevices(report.engines).map(({ name }) => name)
    const { known, body } = await models()
    const rated = await ratedModels(services, lifecycle)
    const evaluations = new Map(rated.map(({ entry, evaluation }) => [entry.id, evaluation]))
    const counted = known.filter(({ status }) => status !== null).map(({ id }) => id)
    const disk = await services.disk()
    const snapshot = hardwareSnapshot(report, disk, clock.now())
    const facts = {
      schema_version: 1,
      generated_at: clock.now() / 1000,
      ...encodeHardware(report, telemetry.cpuPercent()),
      device: { ...device(), available: here, suggestions: suggestDevices(here) },
      disk: encodeDisk(disk, catalogue.list()),
      cache: { hit: false, stale: false, ttl_seconds: TTL_SECONDS, age_seconds: 0 },
      metrics: {
        ...encodeMetrics(telemetry.usage, counted),
        advisor: encodeAdvisor(services, snapshot, rated),
      },
      model_advisor: Object.fromEntries(evaluations),
    }
    return { facts, evaluations, models: body }
  }

  return [
    inferbridgeRoute('GET /v1/system/status', {
      summary: 'Tell how everything is',
      tells: 'The status.',
      async answer() {
        const { facts, evaluations, models: body } = await measured()
        const available = body.available.map((entry) => ({ ...entry, advisor: evaluations.get(entry.id) ?? null }))
        const latest = telemetry.events.latest(SHOWN_EVENTS)
        return {
          ...facts,
          models: { ...body, available },
          events: latest.map(({ id, atMs, level, message }) => ({ id, timestamp: atMs / 1000, level, message })),
          split_status: {
            models_endpoint: '/v1/models/status',
            telemetry_endpoint: '/v1/system/telemetry',
            events_endpoint: '/v1/events',
            telemetry_ttl_seconds: TTL_SECONDS,
          },
        }
      },
    }),
    inferbridgeRoute('GET /v1/models/status', {
      summary: 'Tell how models come along',
      tells: 'The models.',
      async answer() {
        const { body } = await models()
        return { schema_version: 1, generated_at: clock.now() / 1000, device: device(), models: body }
      },
    }),
    inferbridgeRoute('GET /v1/system/telemetry', {
      summary: 'Tell how the machine is',
      query: telemetryQuery,
      tells: 'The numbers.',
      answer: async () => (await measured()).facts,
    }),
    inferbridgeRoute('GET /v1/events', {
      summary: 'Read what has happened',
      query: eventQuery,
      tells: 'The events.',
      answer: ({ query: { cursor, limit } }) => encodePage(cursor, telemetry.events.after(cursor, limit)),
    }),
  ]
}
