import type { Server } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ServerPhase } from '../api/services.ts'
import { modelGauges } from '../api/telemetry/gauges.ts'
import type { Flags } from '../config/layers.ts'
import { dataHome } from '../config/paths.ts'
import { systemClock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { meters } from '../core/meter.ts'
import { createServer } from '../http/server.ts'
import { createJobs } from '../jobs/create.ts'
import type { JobLimits } from '../jobs/jobs.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { openDefinitions } from '../models/pull/definitions.ts'
import { keyMeter } from '../store/key-usage.ts'
import { createKeyring } from '../store/keyring.ts'
import { logEngine } from '../telemetry/log-engine.ts'
import { systemLogger } from '../telemetry/logger.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { banner } from './banner.ts'
import { baseUrl } from './base-url.ts'
import { compose, hostFacts, registryFor } from './compose.ts'
import { refuseExposure } from './exposure.ts'
import { logFailed } from './jobs/log-failed.ts'
import { listen } from './listen.ts'
import { LiveSettings, reloadOnHangup } from './live-settings.ts'
import { namedFiles } from './named-files.ts'
import { openConverter } from './open-converter.ts'
import { openMachine } from './open-machine.ts'
import { openPuller } from './open-puller.ts'
import { openStore } from './open-store.ts'
import { idsToLoad, preload } from './preload.ts'
import { refuseImpossible } from './refusals.ts'
import { settingsFor } from './settings.ts'
import { endAsked } from './signals.ts'
import { packageVersion } from './version.ts'

/** What clients get to read the end of their answers once nothing runs any more. */
const FAREWELL_MS = 1_000

/** Two downloads share the line; a conversion takes the machine. */
const AT_ONCE: JobLimits = { pull: 2, convert: 1, quantize: 1 }

/** Serves until a signal asks for the end, then drains. Rejects with `invalid_config` or `address_unavailable`. */
export async function serve(flags: Flags): Promise<void> {
  const config = settingsFor(flags)
  const registry = registryFor(config)
  await refuseImpossible(config, registry, hostFacts())
  const asked = endAsked()
  const logger = systemLogger(config.logLevel)
  const version = packageVersion()
  const telemetry = createTelemetry(systemClock, () => modelGauges(scheduler))
  const log = logEngine(logger)
  const { scheduler, catalogue, clock } = await compose(config, logger, (news) => {
    log(news)
    telemetry.hear(news)
  })
  const {
    responses,
    keys: made,
    keyUsages,
    jobs: records,
    benchmarks,
    lost,
    close: closeStore,
  } = openStore(process.env, config.responses, clock, logger)
  const live = new LiveSettings(config, process.env)
  const keys = createKeyring(made, () => live.now.plainKeys)
  refuseExposure(config, keys, lost)
  const jobs = createJobs({ clock, newId, limits: AT_ONCE, failed: logFailed(logger), records })
  const puller = openPuller(catalogue, process.env, clock, {
    privateAllowed: config.pullFromPrivate,
    diskAllowed: config.pullFromPrivate,
    chip: config.chip,
  })
  const converter = openConverter({
    config,
    publisher: catalogue,
    env: process.env,
    clock,
    diskAllowed: config.pullFromPrivate,
  })
  let phase: ServerPhase = 'starting'
  const files = namedFiles(config, scheduler, catalogue)
  const server = createServer({
    config,
    access: () => live.now.access,
    tls: live.now.tls,
    logger,
    scheduler,
    catalogue,
    clock,
    machine: openMachine(registry, clock, config.chip),
    jobs,
    puller,
    definitions: openDefinitions(join(dataHome(process.env), 'registered.json')),
    converter,
    responses,
    keys,
    keyUsages,
    benchmarks,
    telemetry,
    meter: meters([
      ...telemetry.meters,
      keyMeter(keyUsages, (error) => logger.error({ err: error }, 'usage is not written down')),
    ]),
    files,
    newId,
    version,
    phase: () => phase,
  })

  const reload = () => {
    live.reload(settingsFor(flags), { keys, lost })
    logger.level = live.now.logLevel
    if (config.tls !== null && live.now.tls !== null) (server.server as Server).setSecureContext(live.now.tls)
  }
  reloadOnHangup(reload, logger, telemetry.events)
  const port = await listen(server, config.host, config.port)
  telemetry.events.add({ level: 'info', type: 'server.started', message: `Trivet ${version} is serving.` })
  console.log(banner(version, baseUrl(config, port), servable(catalogue)))
  for (const warning of config.warnings) logger.warn(warning)
  void preload(idsToLoad(config), scheduler, logger).then(() => {
    if (phase === 'starting') phase = 'ready'
  })

  const signal = await asked
  phase = 'draining'
  telemetry.events.add({ level: 'info', type: 'server.draining', message: 'Trivet is finishing what runs.' })
  logger.info({ signal }, 'finishing what runs; the same signal again ends at once')
  // The port stays open, so that whoever comes now is told why it is refused.
  await Promise.all([scheduler.drain(config.drainTimeoutMs), jobs.close()])
  await close(server)
  await puller.close()
  closeStore()
}

/** Ids of the models that can be asked for. */
function servable(catalogue: Catalogue): string[] {
  return catalogue.list().flatMap(({ id, invalid, source }) => (invalid === null || source === 'config' ? [id] : []))
}

async function close(server: FastifyInstance): Promise<void> {
  const closed = server.close()
  await Promise.race([closed, pause(FAREWELL_MS, undefined, { ref: false })])
  server.server.closeAllConnections()
  await closed
}
