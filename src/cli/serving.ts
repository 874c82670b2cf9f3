import type { Flags } from '../config/layers.ts'
import { systemClock } from '../core/clock.ts'
import type { EngineNews } from '../core/engine-news.ts'
import { isLoopback } from '../core/loopback.ts'
import type { Spare } from '../engine/process/spare.ts'
import { createLog } from '../telemetry/log.ts'
import { logEngine } from '../telemetry/log-engine.ts'
import { systemLogger } from '../telemetry/logger.ts'
import { compose, hostFacts, registryFor } from './compose.ts'
import { requireFree } from './listen.ts'
import { idsToLoad, preload } from './preload.ts'
import { refuseImpossible } from './refusals.ts'
import { settingsFor, writtenSettings } from './settings.ts'
import { endAsked } from './signals.ts'

/**
 * Serves until a signal asks for the end, then drains. Rejects with `invalid_config` or `address_unavailable`.
 * @param spare a process for the first engine, if one is loaded at the start
 */
export async function serve(flags: Flags, spare: Spare): Promise<void> {
  const config = settingsFor(flags)
  const registry = registryFor(config)
  await refuseImpossible(config, registry, hostFacts())
  // Told before anything is loaded for nothing.
  await requireFree(config.host, config.port)
  const asked = endAsked()
  const log = createLog(systemClock)
  const logger = systemLogger(config.logLevel, log)
  const logNews = logEngine(logger)
  // Whoever else wants to hear of engines isn't there yet.
  const early: EngineNews[] = []
  let hear: (news: EngineNews) => void = (news) => early.push(news)
  const tell = (news: EngineNews) => {
    logNews(news)
    hear(news)
  }
  const composition = await compose(config, logger, tell, spare)
  const { scheduler } = composition
  const load = () => preload(idsToLoad(config), scheduler, logger).then(spare.end)
  // A server that may be refused, for want of a key or of what it shares keys through, loads nothing before that is known.
  const admissible = config.sharing === null && (isLoopback(config.host) || config.auth === 'off')
  const atOnce = admissible ? load() : null
  try {
    // Most of the server's code: it is read while the engine reads its model.
    const { openFront } = await import('./front.ts')
    const settings = () => settingsFor(flags)
    const written = () => writtenSettings(flags).settings
    const front = await openFront({ ...composition, config, settings, written, registry, logger, log })
    hear = front.hear
    early.forEach(hear)
    void (atOnce ?? load()).then(front.ready)
    const signal = await asked
    logger.info({ signal }, 'finishing what runs; the same signal again ends at once')
    await front.close()
  } catch (error) {
    await scheduler.drain(0)
    throw error
  }
}
