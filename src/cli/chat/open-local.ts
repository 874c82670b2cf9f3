import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import type { Flags } from '../../config/layers.ts'
import { systemClock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import type { ModelEntry } from '../../scheduler/scheduler.ts'
import { systemLogger } from '../../telemetry/logger.ts'
import { type Composition, compose, hostFacts, registryFor } from '../compose.ts'
import { foundModels } from '../found-models.ts'
import { openModels } from '../open-models.ts'
import { refuseImpossible } from '../refusals.ts'
import { settingsFor } from '../settings.ts'
import type { Answerer, AnswerWish } from './answerer.ts'
import { localAnswerer, STOP_MS } from './local.ts'

/** Loads the model, an id or a path, into an engine of this process. Rejects as `Scheduler.open`. */
export async function openLocal(model: string, flags: Flags, wish: AnswerWish): Promise<Answerer> {
  const { scheduler, id } = await openAlone(model, flags)
  return localAnswerer(scheduler, id, wish)
}

/** A model that is loaded, and nothing else that could be. */
export interface Alone extends Pick<Composition, 'scheduler' | 'clock'> {
  readonly id: string
  readonly config: Config
}

/** The same without anyone to talk with. */
export async function openAlone(model: string, flags: Flags): Promise<Alone> {
  const config = await configFor(model, flags)
  await refuseImpossible(config, registryFor(config), hostFacts())
  const id = config.models[0]?.id ?? model
  // What matters is shown in the conversation; the log is for those who ask for it.
  const logger = systemLogger(flags['--log-level'] === undefined ? 'silent' : config.logLevel)
  const { scheduler, clock } = await compose(config, logger)
  if (process.stderr.isTTY) process.stderr.write(`Loading ${id} …\n`)
  try {
    await scheduler.open(id, new AbortController().signal)
    return { scheduler, clock, id, config }
  } catch (error) {
    await scheduler.drain(STOP_MS)
    throw error
  }
}

/** The settings with this model alone: one that they name, a file, or one that is kept or found here. */
async function configFor(model: string, flags: Flags): Promise<Config> {
  const config = settingsFor(flags)
  const alone = { ...config, modelFolders: [], modelStores: [] }
  const configured = config.models.find(({ id }) => id === model)
  if (configured) return { ...alone, models: [configured] }
  if (existsSync(model)) return settingsFor({ ...flags, '--model': [`${model}=`] })
  const { id, path } = await foundHere(model, config)
  return { ...alone, models: [{ id, path, placement: config.placement, keepAliveMs: Number.POSITIVE_INFINITY }] }
}

/** Rejects with `model_load_failed` for a broken one, `model_ambiguous`, or `invalid_config` when there is none. */
async function foundHere(name: string, config: Config): Promise<ModelEntry> {
  const catalogue = await openModels({
    config,
    env: process.env,
    clock: systemClock,
    inUse: () => false,
    report: () => {},
  })
  try {
    return foundModels(catalogue, config).find(name)
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code !== 'model_not_found') throw error
    error.message = `\`${name}\` is neither a model nor a file. \`trivet list\` shows the models.`
    throw error
  }
}
