import type { Server } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { isMeasured, measureFirstLoad } from '../api/benchmarks/first-load.ts'
import type { ServerPhase } from '../api/services.ts'
import { modelGauges } from '../api/telemetry/gauges.ts'
import { measureFirstLoads } from '../benchmarks/first-load.ts'
import type { Config } from '../config/config.ts'
import { dataHome } from '../config/paths.ts'
import type { ReadSettings } from '../config/read-settings.ts'
import { awaitingRestart } from '../config/restart.ts'
import type { EngineNews } from '../core/engine-news.ts'
import { newId } from '../core/ids.ts'
import { meters } from '../core/meter.ts'
import type { Registry } from '../engine/registry.ts'
import { createServer } from '../http/server.ts'
import { createJobs } from '../jobs/create.ts'
import type { JobLimits } from '../jobs/jobs.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { lookAtDisk } from '../models/own/disk.ts'
import { openDefinitions } from '../models/pull/definitions.ts'
import { keyMeter } from '../store/key-usage.ts'
import { createKeyring } from '../store/keyring.ts'
import { createKeyStore } from '../store/keys.ts'
import type { Log } from '../telemetry/log.ts'
import type { Logger } from '../telemetry/logger.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { openTracing } from '../telemetry/tracing.ts'
import { privateParts } from './about.ts'
import { banner } from './banner.ts'
import { baseUrl } from './base-url.ts'
import type { Composition } from './compose.ts'
import { lockedOut, refuseExposure } from './exposure.ts'
import { logFailed } from './jobs/log-failed.ts'
import { listen } from './listen.ts'
import { LiveSettings, reloadOnHangup } from './live-settings.ts'
import { namedFiles } from './named-files.ts'
import { openConverter } from './open-converter.ts'
import { openMachine } from './open-machine.ts'
import { modelsHome } from './open-models.ts'
import { openPage } from './open-page.ts'
import { openPuller } from './open-puller.ts'
import { openSharing } from './open-sharing.ts'
import { openStore } from './open-store.ts'
import { toLoadFirst } from './preload.ts'
import { tellSharing } from './tell-sharing.ts'
import { type Unusable, unusableModels } from './unusable.ts'
import { packageVersion } from './version.ts'

/** What clients get to read the end of their answers once nothing runs any more. */
const FAREWELL_MS = 1_000

/** Two downloads share the line; a conversion takes the machine, and a benchmark wants it for itself. */
const AT_ONCE: JobLimits = { pull: 2, convert: 1, quantize: 1, benchmark: 1 }

export interface FrontOptions extends Composition {
  readonly config: Config
  /** The settings as they are written now. Throws `invalid_config`. */
  readonly settings: () => Config
  /** The same by their names in the file. Throws `invalid_config`. */
  readonly written: () => ReadSettings['settings']
  readonly registry: Registry
  readonly logger: Logger
  /** What the logger has written. */
  readonly log: Log
}

/** All that clients meet. */
export interface Front {
  /** Takes note of what becomes of engines. */
  hear(news: EngineNews): void
  /** What was to be loaded at the start is loaded, as far as that could be. */
  ready(): void
  /** Finishes what runs, and closes. */
  close(): Promise<void>
}

/** Resolves when it listens. Rejects with `invalid_config` or `address_unavailable`. */
export async function openFront(options: FrontOptions): Promise<Front> {
  const { config, settings, written, registry, logger, log, scheduler, catalogue, clock, images } = options
  const telemetry = createTelemetry(clock, () => modelGauges(scheduler), log)
  const version = packageVersion()
  const {
    responses,
    chats,
    keys: ownShelf,
    keyUsages: ownUsages,
    jobs: records,
    benchmarks,
    notes,
    lost: lostFile,
    close: closeStore,
  } = openStore(process.env, { ...config.responses, chatBytes: config.chatBytes }, clock, logger)
  const live = new LiveSettings(config, process.env)
  const own = { shelf: ownShelf, usages: ownUsages, notes }
  const { sharing: shared, auth } = config
  const sharing = await openSharing({ sharing: shared, auth, own, clock, logger })
  if (sharing.link !== null) tellSharing(sharing.link, logger, telemetry)
  const { usages: keyUsages, buckets } = sharing
  // What this machine's file has is of no account where keys are shared.
  const lost = sharing.link === null ? lostFile : null
  const made = createKeyStore(sharing.shelf, { clock, newId })
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
  const begun = written()
  let inEffect = begun
  const machine = openMachine(registry, clock, config.chip)
  const measuring = { benchmarks, scheduler, clock, machine, newId, version }
  const firstLoads = config.measuresFirstLoads
    ? measureFirstLoads({
        scheduler,
        clock,
        isKnown: (model) => isMeasured(model, measuring),
        measure: (model, signal) => measureFirstLoad(model, measuring, signal),
        failed: (error) => logger.warn({ err: error }, 'a first benchmark failed'),
      })
    : null
  let phase: ServerPhase = 'starting'
  const files = namedFiles(config, scheduler, catalogue)
  const server = createServer({
    config,
    access: () => live.now.access,
    tls: live.now.tls,
    logger,
    tracing: await openTracing(),
    scheduler: firstLoads?.scheduler ?? scheduler,
    catalogue,
    clock,
    machine,
    disk: () => lookAtDisk(modelsHome(process.env)),
    jobs,
    puller,
    definitions: openDefinitions(join(dataHome(process.env), 'registered.json')),
    converter,
    responses,
    chats: config.keepsChats ? chats : null,
    page: openPage(),
    keys,
    keyUsages,
    buckets,
    sharing: sharing.link,
    benchmarks,
    notes,
    telemetry,
    meter: meters([
      ...telemetry.meters,
      keyMeter(keyUsages, (error) => logger.error({ err: error }, 'usage is not written down')),
    ]),
    images,
    files,
    newId,
    version,
    phase: () => phase,
    about: () => ({ settings: inEffect, private: privateParts(process.env, config, catalogue) }),
  })

  const reload = () => {
    live.reload(settings(), { keys, lost })
    const closed = lockedOut(live.now.access.auth, keys)
    if (closed !== null) logger.warn(closed)
    logger.level = live.now.logLevel
    if (config.tls !== null && live.now.tls !== null) (server.server as Server).setSecureContext(live.now.tls)
    inEffect = written()
    const late = awaitingRestart(begun, inEffect)
    if (late.length > 0) logger.warn({ settings: late }, 'these settings take effect at the next start')
  }
  reloadOnHangup(reload, logger, telemetry.events)
  const port = await listen(server, config.host, config.port)
  telemetry.events.add({ level: 'info', type: 'server.started', message: `Trivet ${version} is serving.` })
  const unusable = await unusableModels(config, registry, catalogue)
  const models = { usable: usable(catalogue, unusable), unusable, toLoadFirst: toLoadFirst(config) }
  console.log(banner(version, baseUrl(config, port), models))
  for (const warning of config.warnings) logger.warn(warning)

  return {
    hear: telemetry.hear,
    ready() {
      if (phase === 'starting') phase = 'ready'
    },
    async close() {
      phase = 'draining'
      telemetry.events.add({ level: 'info', type: 'server.draining', message: 'Trivet is finishing what runs.' })
      await firstLoads?.close()
      // The port stays open, so that whoever comes now is told why it is refused.
      await Promise.all([scheduler.drain(config.drainTimeoutMs), jobs.close()])
      await closed(server)
      await puller.close()
      await sharing.close()
      closeStore()
    },
  }
}

/** Ids of the models that can be asked for. */
function usable(catalogue: Catalogue, unusable: readonly Unusable[]): string[] {
  return catalogue
    .list()
    .filter(({ id, invalid }) => invalid === null && !unusable.some((model) => model.id === id))
    .map(({ id }) => id)
}

async function closed(server: FastifyInstance): Promise<void> {
  const closing = server.close()
  await Promise.race([closing, pause(FAREWELL_MS, undefined, { ref: false })])
  server.server.closeAllConnections()
  await closing
}
